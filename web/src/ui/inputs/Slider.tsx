/** A number chosen on a scale, with its value shown as text. */
import { Label } from 'react-aria-components/Label';
import {
  Slider as AriaSlider,
  SliderOutput,
  SliderThumb,
  SliderTrack,
} from 'react-aria-components/Slider';
import styles from './Slider.module.css';

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** Called when the thumb is released. */
  onChangeEnd?: (value: number) => void;
  formatOptions?: Intl.NumberFormatOptions;
}

export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  onChangeEnd,
  formatOptions,
}: SliderProps) {
  return (
    <AriaSlider
      className={styles.slider ?? ''}
      value={value}
      minValue={min}
      maxValue={max}
      step={step}
      onChange={(next) => onChange(next as number)}
      onChangeEnd={(next) => onChangeEnd?.(next as number)}
      {...(formatOptions && { formatOptions })}
    >
      <Label className={styles.label ?? ''}>{label}</Label>
      <SliderOutput className={styles.output ?? ''} />
      <SliderTrack className={styles.track ?? ''}>
        <SliderThumb className={styles.thumb ?? ''} />
      </SliderTrack>
    </AriaSlider>
  );
}
