/** The briefing of one place: whether, when, how, and what the next one will say. */
import { useState } from 'react';
import { useHasMail } from '../../api/config.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import { Checkbox } from '../../ui/inputs/Checkbox.tsx';
import { Field } from '../../ui/inputs/Field.tsx';
import { InputError } from '../../ui/inputs/InputError.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { BriefingPreview } from './BriefingPreview.tsx';
import styles from './Briefings.module.css';
import { type BriefingChoice, useBriefing } from './queries.ts';

/** From Monday on; 16 November 2026 is one. */
const weekdays = [1, 2, 3, 4, 5, 6, 7];
const dateOf = (weekday: number) => `2026-11-${15 + weekday}`;

export function BriefingForm({ place }: { place: string }) {
  const { t, format } = useTranslation();
  const hasMail = useHasMail();
  const [briefing, save] = useBriefing(place);
  const [error, setError] = useState<'dayNeeded' | 'channelNeeded' | null>(null);
  const initial: BriefingChoice = {
    time: '07:00',
    days: weekdays,
    email: hasMail,
    push: true,
    air: false,
  };

  function set(change: Partial<BriefingChoice>) {
    if (!briefing) return;
    const { time, days, email, push, air } = { ...briefing, ...change };
    const problem = days.length === 0 ? 'dayNeeded' : !email && !push ? 'channelNeeded' : null;
    setError(problem);
    if (!problem) save({ time, days, email, push, air });
  }

  return (
    <div>
      <Switch
        label={t('settings.briefings.switch')}
        hint={t('settings.briefings.switchHint')}
        isOn={Boolean(briefing)}
        isDisabled={briefing === undefined}
        onChange={(isOn) => save(isOn ? initial : null)}
      />
      {briefing && (
        <Stack>
          <Field
            type="time"
            label={t('settings.briefings.time')}
            hint={t('settings.briefings.timeHint')}
            name="briefingTime"
            value={briefing.time}
            onChange={(time) => time && set({ time })}
          />
          <fieldset className={styles.group}>
            <legend>{t('settings.briefings.days')}</legend>
            <div className={styles.days}>
              {weekdays.map((day) => (
                <Checkbox
                  key={day}
                  name={`briefingDay${day}`}
                  isChecked={briefing.days.includes(day)}
                  onChange={(isOn) =>
                    set({
                      days: weekdays.filter((one) =>
                        one === day ? isOn : briefing.days.includes(one),
                      ),
                    })
                  }
                >
                  {format.weekday(dateOf(day))}
                </Checkbox>
              ))}
            </div>
          </fieldset>
          <div>
            {hasMail && (
              <Switch
                label={t('settings.briefings.email')}
                isOn={briefing.email}
                onChange={(email) => set({ email })}
              />
            )}
            <Switch
              label={t('settings.briefings.push')}
              isOn={briefing.push}
              onChange={(push) => set({ push })}
            />
            <Switch
              label={t('settings.briefings.air')}
              isOn={briefing.air}
              onChange={(air) => set({ air })}
            />
            <div role="alert">
              {error && <InputError text={t(`settings.briefings.${error}`)} />}
            </div>
          </div>
          {/* Not before the server has stored it. */}
          {briefing.next_at && <BriefingPreview place={place} />}
        </Stack>
      )}
    </div>
  );
}
