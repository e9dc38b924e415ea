/** All keyboard shortcuts: the key, and the page it opens or the button it presses. */
import { type PagePath, paths } from '../../paths.ts';

type Action =
  | { does: 'list' }
  | { does: 'go'; to: PagePath }
  /** Does nothing on a page without that button. */
  | { does: 'press'; button: string };

type Shortcut = Action & {
  key: string;
  id:
    | 'list'
    | 'home'
    | 'places'
    | 'settings'
    | 'menu'
    | 'switch'
    | 'refresh'
    | 'read'
    | 'hourly'
    | 'daily'
    | 'outlook';
};

export const shortcuts: readonly Shortcut[] = [
  { key: '?', id: 'list', does: 'list' },
  { key: 'h', id: 'home', does: 'go', to: paths.home },
  { key: 'l', id: 'places', does: 'go', to: paths.locations },
  { key: 'a', id: 'settings', does: 'go', to: paths.accessibility },
  { key: 'm', id: 'menu', does: 'press', button: '[data-shortcut="menu"]' },
  { key: 'p', id: 'switch', does: 'press', button: '[data-shortcut="switch"]' },
  { key: 'r', id: 'refresh', does: 'press', button: '[data-shortcut="refresh"]' },
  { key: 'w', id: 'read', does: 'press', button: '[data-shortcut="read"]' },
  { key: '1', id: 'hourly', does: 'press', button: '[data-tab="hourly"]' },
  { key: '2', id: 'daily', does: 'press', button: '[data-tab="daily"]' },
  { key: '3', id: 'outlook', does: 'press', button: '[data-tab="outlook"]' },
];
