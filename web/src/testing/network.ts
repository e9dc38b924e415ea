/** The network as tests see it: our own texts, and whatever answers a test gives. */
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { pageTexts } from '../../build/texts.ts';

export const textsHandler = http.get('*/@texts/:file', ({ params }) =>
  HttpResponse.json(JSON.parse(pageTexts(String(params.file).replace('.json', '')))),
);

export const network = setupServer(textsHandler);
