/** The settings: each one takes effect and is saved at once, and can be undone. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NativeBridge } from '../../platform/bridge.ts';
import { createWebBridge } from '../../platform/webBridge.ts';
import { readStored, writeStored } from '../../storage/store.ts';
import { network } from '../../testing/network.ts';
import { renderApp, signIn } from '../../testing/renderApp.tsx';

let posted: Record<string, unknown>[];
/** The stored preferences of the account: the last posted value of each key. */
const account = () => Object.assign({}, ...posted);

beforeEach(() => {
  posted = [];
  signIn();
  network.use(
    http.post('*/api/user/preferences', async ({ request }) => {
      posted.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ preferences: {} });
    }),
  );
});

const temperature = async () => within(await screen.findByRole('group', { name: 'Temperature' }));

// [R1.18, R8.06]
test('a unit shows an example, is saved at once, and can be undone', async () => {
  const { user } = renderApp('/settings');
  expect(await screen.findByText('For example: 21°')).toBeInTheDocument();
  await user.click((await temperature()).getByRole('radio', { name: '°F' }));
  expect(screen.getByText('For example: 70°')).toBeInTheDocument();
  expect(await screen.findByText('Settings saved successfully')).toBeInTheDocument();
  expect(account().units).toMatchObject({ temperature: 'fahrenheit', windSpeed: 'm/s' });

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('For example: 21°')).toBeInTheDocument();
  await waitFor(() => expect(account().units).toMatchObject({ temperature: 'celsius' }));
});

// [R8.06]
test('a setting that cannot be saved shows an error, is kept, and is sent by Retry', async () => {
  network.use(
    http.post('*/api/user/preferences', () => new HttpResponse(null, { status: 500 }), {
      once: true,
    }),
  );
  const { user } = renderApp('/settings');
  await user.click(await screen.findByRole('radio', { name: 'Dark' }));
  expect(await screen.findByText(/^Failed to save settings/)).toBeInTheDocument();
  expect(readStored('theme')).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Settings saved successfully')).toBeInTheDocument();
  expect(account()).toEqual({ theme: 'dark' });
});

// [R1.18]
describe('notifications', () => {
  test('turn off all overrides the others without changing them', async () => {
    const { user } = renderApp('/settings');
    await user.click(await screen.findByRole('switch', { name: /^Email/ }));
    await user.click(screen.getByRole('switch', { name: /^Turn off all/ }));
    for (const name of [/^Email/, /^Push notifications/, /^Weather alerts/]) {
      expect(screen.getByRole('switch', { name })).toBeDisabled();
    }
    await waitFor(() =>
      expect(account().notifications).toMatchObject({
        email: false,
        push: true,
        weatherAlerts: true,
        turnOffAll: true,
      }),
    );
    await user.click(screen.getByRole('switch', { name: /^Turn off all/ }));
    expect(screen.getByRole('switch', { name: /^Email/ })).not.toBeChecked();
    expect(screen.getByRole('switch', { name: /^Push notifications/ })).toBeChecked();
  });

  test('leave out one kind of our own alerts, and keep the others', async () => {
    const { user } = renderApp('/settings');
    const kinds = within(await screen.findByRole('group', { name: 'Halcyon’s own alerts' }));
    expect(kinds.getAllByRole('switch')).toHaveLength(8);
    await user.click(kinds.getByRole('switch', { name: 'Strong UV' }));
    await waitFor(() =>
      expect(account().notifications).toMatchObject({ hazards: { uv: false, wind: true } }),
    );
    await user.click(screen.getByRole('switch', { name: /^Weather alerts/ }));
    expect(kinds.getByRole('switch', { name: 'Heat' })).toBeDisabled();
  });

  test('have a minimum severity and quiet hours', async () => {
    const { user } = renderApp('/settings');
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Minimum severity' }),
      'Severe',
    );
    await user.click(screen.getByRole('switch', { name: /^Quiet hours/ }));
    expect(screen.getByLabelText('From')).toHaveValue('22:00');
    await waitFor(() =>
      expect(account().notifications).toMatchObject({
        severityFloor: 'severe',
        quietHours: { from: '22:00', until: '07:00' },
      }),
    );
    await user.click(screen.getByRole('switch', { name: /^Quiet hours/ }));
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
  });

  test('about rain have a lead time, a threshold and hours, and are off until a user wants them', async () => {
    const { user } = renderApp('/settings');
    const rain = within(await screen.findByRole('group', { name: 'Rain to the minute' }));
    expect(rain.queryByRole('combobox')).not.toBeInTheDocument();
    const notify = rain.getByRole('switch', { name: /^Notify me before rain arrives/ });
    await waitFor(() => expect(notify).toBeEnabled());
    await user.click(notify);
    await user.selectOptions(rain.getByRole('combobox', { name: 'How long before' }), '45 minutes');
    await user.selectOptions(
      rain.getByRole('combobox', { name: 'Minimum intensity' }),
      'Heavy rain',
    );
    fireEvent.change(rain.getByLabelText('Notify from'), { target: { value: '07:00' } });
    fireEvent.change(rain.getByLabelText('Notify until'), { target: { value: '21:30' } });
    // Each choice is sent alone; the server keeps the others.
    const stored = () => Object.assign({}, ...posted.map((body) => body.rain));
    await waitFor(() =>
      expect(stored()).toEqual({
        notify: true,
        lead_minutes: 45,
        floor: 'heavy',
        from: '07:00',
        until: '21:30',
      }),
    );
  });

  test('about air and pollen have levels, and are off until a user wants them', async () => {
    const { user } = renderApp('/settings');
    const air = within(await screen.findByRole('group', { name: 'Air and pollen' }));
    expect(air.queryByRole('combobox')).not.toBeInTheDocument();
    await user.click(air.getByRole('switch', { name: /^Notify me about air and pollen/ }));
    await user.selectOptions(air.getByRole('combobox', { name: 'Minimum air level' }), 'very poor');
    await user.selectOptions(
      air.getByRole('combobox', { name: 'Minimum pollen level' }),
      'moderate',
    );
    await waitFor(() =>
      expect(account().air).toMatchObject({
        notify: true,
        index_level: 'very_poor',
        pollen_level: 'moderate',
        sync: false,
        sensitivities: [],
      }),
    );
  });

  test('show when a browser does not support push notifications', async () => {
    renderApp('/settings');
    expect(
      await screen.findByText(
        'This browser cannot show push notifications. Your other devices can.',
      ),
    ).toBeInTheDocument();
  });

  test('show when the device blocks them, and prompt on request', async () => {
    // The app has already prompted by itself.
    writeStored('pushAsked', true);
    const bridge: NativeBridge = {
      ...createWebBridge(),
      kind: 'natively',
      pushPermission: async () => 'denied',
      requestPush: async () => 'granted',
      pushAddress: async () => ({ kind: 'onesignal', id: 'a301a5b5' }),
    };
    network.use(http.post('*/api/auth/update-onesignal', () => HttpResponse.json({})));
    const { user } = renderApp('/settings', { bridge });
    await screen.findByText(/Push notifications are blocked on this device/);
    await user.click(screen.getByRole('button', { name: 'Allow push notifications' }));
    expect(await screen.findByText('This device shows push notifications.')).toBeInTheDocument();
  });
});
