/** Who the data is from. */
import { Fragment } from 'react';
import { TextLink } from '../../ui/actions/TextLink.tsx';
import type { RainReport } from './queries.ts';
import styles from './RainMap.module.css';
import type { RainContext } from './rainText.ts';

interface AttributionProps {
  names: RainReport['attribution'];
  context: RainContext;
}

export function Attribution({ names, context }: AttributionProps) {
  if (names.length === 0) return null;
  return (
    <p className={styles.note}>
      {context.translation.t('map.source', { names: '' }).trim()}{' '}
      {names.map(({ name, url }, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          {url ? <TextLink to={url}>{name}</TextLink> : name}
        </Fragment>
      ))}
    </p>
  );
}
