/** The network as tests see it: our own texts, and whatever answers a test gives. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { pageTexts } from '../../build/texts.ts';

const texts = http.get('*/@texts/:file', ({ params }) =>
  HttpResponse.json(JSON.parse(pageTexts(String(params.file).replace('.json', '')))),
);

/** An account whose owner has set nothing yet. */
const preferences = http.all('*/api/user/preferences', () =>
  HttpResponse.json({ preferences: {} }),
);

export const network = setupServer(texts, preferences);
