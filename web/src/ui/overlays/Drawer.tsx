/** A panel that slides in from the left; React Aria handles focus, scroll lock and Escape. */
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../actions/IconButton.tsx';
import styles from './Drawer.module.css';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
  label: string;
  closeLabel: string;
  head: ReactNode;
  children: ReactNode;
}

export function Drawer({ isOpen, onClose, label, closeLabel, head, children }: DrawerProps) {
  return (
    <ModalOverlay
      className={styles.backdrop}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.panel}>
        <Dialog className={styles.dialog} aria-label={label}>
          <div className={styles.head}>
            {head}
            <IconButton icon="close" label={closeLabel} onClick={onClose} />
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
