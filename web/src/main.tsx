/** Mounts Halcyon into the page, or fails loudly. */
import './styles/tokens.css';
import './styles/themes.css';
import './styles/fonts.css';
import './styles/ground.css';
import './styles/reset.css';
import './styles/print.css';
import { start } from './app/start.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('Halcyon cannot start: the page has no element with the id "root"');

export const started = start(root);
