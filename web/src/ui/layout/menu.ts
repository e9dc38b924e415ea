/** Lets the top bar of any page open the app's menu without importing it. */
import { createContext } from 'react';

export interface Menu {
  label: string;
  isOpen: boolean;
  open: () => void;
  /** Loads the menu's script when the pointer or the focus reaches its button. */
  prepare: () => void;
  /** The main pages, which wide screens show beside the menu button. */
  pages: { label: string; links: ReadonlyArray<{ to: string; text: string }> };
}

export const MenuContext = createContext<Menu | null>(null);
