/** The paragraphs, lists and entries of a section. */
import { TextLink } from '../../ui/actions/TextLink.tsx';
import type { Block, Entry } from './document.ts';
import styles from './InfoDocument.module.css';

interface BlocksProps {
  blocks: readonly Block[];
  /** Replaces `{email}` in the text. */
  email: string;
}

export function Blocks({ blocks, email }: BlocksProps) {
  const filled = (text: string) => text.replace('{email}', email);
  // The texts do not change while they are shown, so the index identifies them.
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    <div key={index} className={styles.block}>
      {block.text && <p>{filled(block.text)}</p>}
      {block.list && (
        <ul className={styles.list}>
          {block.list.map((item) => (
            <li key={item}>{filled(item)}</li>
          ))}
        </ul>
      )}
      {block.entries && <Entries entries={block.entries} />}
    </div>
  ));
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl className={styles.entries}>
      {entries.map(({ name, text, link }) => (
        <div key={name} className={styles.entry}>
          <dt>{link ? <TextLink to={link}>{name}</TextLink> : <code>{name}</code>}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
