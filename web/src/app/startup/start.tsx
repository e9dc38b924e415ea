/** Starts the app: restores settings, detects the language, loads its texts, then renders. */
import '../../styles/tokens.css';
import '../../styles/themes.css';
import '../../styles/ground.css';
import '../../styles/reset.css';
import '../../styles/print.css';
import '../../styles/floatingCard.css';
import { startTexts } from 'virtual:texts';
import { startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { detectLanguage, type Language } from '../../i18n/language.ts';
import { loadTexts } from '../../i18n/loadTexts.ts';
import { chooseBridge } from '../../platform/chooseBridge.ts';
import { watchInstallOffer } from '../../platform/install.ts';
import { endFirstPaint, hasControls, onFirstPaintEnd } from '../../scheduling/firstPaint.ts';
import { languagesLoaded } from '../../scheduling/languagesLoaded.ts';
import { nextTask } from '../../scheduling/nextTask.ts';
import { stylesheetsLoaded } from '../../scheduling/stylesheetsLoaded.ts';
import { startPreferenceCookies } from '../../storage/preferenceCookies.ts';
import { readStored, restoreSettings } from '../../storage/store.ts';
import { readAccessibility } from '../../storage/useAccessibility.ts';
import { App } from '../App.tsx';
import { preloadFirstPage } from '../routing/pageChunks.tsx';
import { applyAppearance } from './appearance.ts';
import { takePageData } from './pageData.ts';

export async function start(container: HTMLElement): Promise<Root> {
  restoreSettings();
  startPreferenceCookies();
  watchInstallOffer();
  applyAppearance(document.documentElement, {
    theme: readStored('theme'),
    accessibility: readAccessibility(),
  });
  const language = detectLanguage({
    stored: readStored('language'),
    link: new URLSearchParams(location.search).get('lang'),
    browser: navigator.languages,
    page: document.documentElement.lang,
  });
  await nextTask();
  const root = createRoot(container);
  await nextTask();
  try {
    const [texts, bridge, loaded] = await Promise.all([
      loadTexts(language),
      chooseBridge(),
      languagesLoaded().then(() => preloadFirstPage(location.pathname, language)),
      stylesheetsLoaded(),
      prepareToKeepInput(),
    ]);
    fetchHeadingFont();
    await nextTask();
    const sent = takePageData();
    // As a transition, so that the first paint stays responsive while React renders.
    startTransition(() =>
      root.render(<App initial={{ language, texts, loaded, ...sent }} bridge={bridge} />),
    );
  } catch {
    endFirstPaint();
    root.render(<StartFailed language={language} />);
  }
  return root;
}

/** Only where it is needed: the dashboard has no form. */
async function prepareToKeepInput() {
  if (hasControls()) onFirstPaintEnd((await import('../../scheduling/keepInput.ts')).keepInput);
}

/** Loads the font before the first heading is rendered, so that it is not painted twice. */
function fetchHeadingFont() {
  void document.fonts?.load('600 1em Poppins').catch(() => undefined);
}

/** Its texts are part of the script, because the other texts may have failed to load. */
function StartFailed({ language }: { language: Language }) {
  const { failed, reload } = startTexts[language];
  return (
    <main>
      <p role="alert">{failed}</p>
      <button type="button" onClick={() => location.reload()}>
        {reload}
      </button>
    </main>
  );
}
