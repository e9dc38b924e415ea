/** A modal dialog; focus stays inside and returns to where it was. */
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './Dialog.module.css';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** An `alertdialog` must be answered: a click outside does not close it. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
  /** The buttons, the default one last. */
  actions: ReactNode;
}

export function Dialog({
  isOpen,
  onClose,
  title,
  role = 'dialog',
  children,
  actions,
}: DialogProps) {
  return (
    <ModalOverlay
      className={styles.backdrop ?? ''}
      isOpen={isOpen}
      isDismissable={role === 'dialog'}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.panel ?? ''}>
        <AriaDialog className={styles.dialog ?? ''} role={role}>
          <Heading slot="title" className={styles.title ?? ''}>
            {title}
          </Heading>
          <div className={styles.content}>{children}</div>
          <div className={styles.actions}>{actions}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
