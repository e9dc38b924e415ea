/** The whole app at an address, as a visitor opens it; the network is the only thing that is not real. */
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { pageTexts } from '../../build/texts.ts';
import { App } from '../app/App.tsx';
import type { Language } from '../i18n/language.ts';
import type { NativeBridge } from '../platform/bridge.ts';
import { createWebBridge } from '../platform/webBridge.ts';
import { network } from './network.ts';
import { buildReport } from './report.ts';

interface RenderAppOptions {
  language?: Language;
  bridge?: NativeBridge;
  reload?: () => void;
}

export function renderApp(path: string, options: RenderAppOptions = {}) {
  const { language = 'en', bridge = createWebBridge(), reload = () => undefined } = options;
  window.history.replaceState(null, '', path);
  const texts = JSON.parse(pageTexts(language));
  const user = userEvent.setup();
  render(<App initial={{ language, texts }} bridge={bridge} reload={reload} />);
  return { user };
}

/** The weather answers, from the start of this hour. */
export function answerWeather(report = buildReport(thisHour())): void {
  network.use(http.get('*/api/weather', () => HttpResponse.json(report)));
}

function thisHour(): Date {
  const now = new Date();
  now.setMinutes(0, 0, 0);
  return now;
}
