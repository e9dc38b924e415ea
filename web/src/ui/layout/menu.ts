/** How any page's bar opens the menu without knowing what the menu is. */
import { createContext } from 'react';

export interface Menu {
  label: string;
  isOpen: boolean;
  open: () => void;
  /** The menu is on its way as soon as somebody reaches for it. */
  prepare: () => void;
}

export const MenuContext = createContext<Menu | null>(null);
