/** `/dev/kit`, in development only: every component of the UI kit on one page. */
import { useState } from 'react';
import { iconConditions } from '../../features/weather/icons/drawings.ts';
import { WeatherIcon } from '../../features/weather/icons/WeatherIcon.tsx';
import { Button } from '../../ui/actions/Button.tsx';
import { IconButton } from '../../ui/actions/IconButton.tsx';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import { Mark } from '../../ui/Brand.tsx';
import { Checkbox } from '../../ui/inputs/Checkbox.tsx';
import { Field } from '../../ui/inputs/Field.tsx';
import { PasswordField } from '../../ui/inputs/PasswordField.tsx';
import { RadioGroup } from '../../ui/inputs/RadioGroup.tsx';
import { SegmentedControl } from '../../ui/inputs/SegmentedControl.tsx';
import { Select } from '../../ui/inputs/Select.tsx';
import { Slider } from '../../ui/inputs/Slider.tsx';
import { Switch } from '../../ui/inputs/Switch.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Disclosure } from '../../ui/layout/Disclosure.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Tooltip } from '../../ui/overlays/Tooltip.tsx';
import { useToasts } from '../../ui/overlays/toasts.ts';
import { Skeleton } from '../../ui/status/Skeleton.tsx';
import { Spinner } from '../../ui/status/Spinner.tsx';
import styles from './Kit.module.css';

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large', hint: 'Easier to read' },
] as const;
const tabs = [
  { id: 'hourly', label: 'Hourly' },
  { id: 'daily', label: 'Daily' },
] as const;

export default function Kit() {
  return (
    <Page title="Kit">
      <Card title="Mark">
        <Mark size={8} />
      </Card>
      <Buttons />
      <Choices />
      <Fields />
      <Messages />
      <Card title="Weather icons, day and night">
        <ul className={styles.icons}>
          {iconConditions.map((condition) => (
            <li key={condition}>
              <WeatherIcon condition={condition} isDay size={3.5} />
              <WeatherIcon condition={condition} isDay={false} size={3.5} />
              {condition}
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

function Buttons() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card title="Buttons and links">
      <div className={styles.row}>
        <Button>Primary</Button>
        <Button look="secondary" onClick={() => setIsOpen(true)}>
          Open dialog
        </Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button look="dangerQuiet">Quiet danger</Button>
        <Button isPending pendingLabel="Saving">
          Saving
        </Button>
        <Button disabled>Disabled</Button>
        <Tooltip text="Asks the server again">
          <IconButton icon="refresh" label="Refresh" />
        </Tooltip>
        <TextLink to="/">A link home</TextLink>
      </div>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="A question"
        actions={
          <>
            <Button look="secondary" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
            <Button onClick={() => setIsOpen(false)}>Yes</Button>
          </>
        }
      >
        Continue?
      </Dialog>
    </Card>
  );
}

function Choices() {
  const [isOn, setIsOn] = useState(true);
  const [size, setSize] = useState<(typeof sizes)[number]['value']>('medium');
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('hourly');
  const [value, setValue] = useState(1500);
  return (
    <Card title="Choices">
      <Stack>
        <Tabs label="Forecast" tabs={tabs} selected={tab} onSelect={setTab}>
          The {tab} view
        </Tabs>
        <SegmentedControl label="Segments" value={size} options={sizes} onChange={setSize} />
        <Select
          label="List"
          value={size}
          options={sizes}
          onChange={setSize}
          hint="The same choice"
        />
        <RadioGroup label="Radios" value={size} options={sizes} onChange={setSize} />
        <Switch label="Switch" hint="Acts at once" isOn={isOn} onChange={setIsOn} />
        <Checkbox
          name="agree"
          isChecked={isOn}
          onChange={setIsOn}
          error={isOn ? undefined : 'Please agree'}
        >
          Checkbox
        </Checkbox>
        <Slider label="Slider" value={value} min={500} max={4000} step={100} onChange={setValue} />
        <Disclosure title="Disclosure">More, for those who want it.</Disclosure>
      </Stack>
    </Card>
  );
}

function Fields() {
  const [text, setText] = useState('');
  return (
    <Card title="Fields">
      <Stack>
        <Field label="Field" name="field" value={text} onChange={setText} hint="A hint" />
        <Field
          label="Wrong"
          name="wrong"
          value={text}
          onChange={setText}
          error="Name is required"
        />
        <Field label="Many lines" name="lines" value={text} onChange={setText} isMultiline />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          value={text}
          onChange={setText}
          showLabel="Show password"
          hideLabel="Hide password"
        />
      </Stack>
    </Card>
  );
}

function Messages() {
  const toasts = useToasts();
  const retry = { label: 'Retry', onPress: () => undefined };
  return (
    <Card title="Messages and waiting">
      <div className={styles.row}>
        <Button
          look="secondary"
          onClick={() => toasts.add({ level: 'app', text: 'Location saved' })}
        >
          App toast
        </Button>
        <Button
          look="secondary"
          onClick={() => toasts.add({ level: 'session', text: 'Welcome, Ada' })}
        >
          Session toast
        </Button>
        <Button
          look="secondary"
          onClick={() =>
            toasts.add({ level: 'app', text: 'No network', isError: true, action: retry })
          }
        >
          Error toast
        </Button>
        <Spinner label="Loading" />
      </div>
      <Skeleton shape="line" width="60%" />
      <Skeleton height="4rem" />
    </Card>
  );
}
