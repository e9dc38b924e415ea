/** A setting that is on or off and takes effect at once. */
import { memo } from 'react';
import { Switch as AriaSwitch } from 'react-aria-components/Switch';
import { useLatestCallback } from '../useLatestCallback.ts';
import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  hint?: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
}

export function Switch({ onChange, ...rest }: SwitchProps) {
  return <MemoizedSwitch {...rest} onChange={useLatestCallback(onChange)} />;
}

/** A page of settings renders all its switches when one changes. */
const MemoizedSwitch = memo(function MemoizedSwitch({
  label,
  hint,
  isOn,
  onChange,
  isDisabled = false,
}: SwitchProps) {
  return (
    <AriaSwitch
      className={styles.switch ?? ''}
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled}
    >
      <span>
        <span className={styles.label}>{label}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
    </AriaSwitch>
  );
});
