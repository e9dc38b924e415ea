/** A place by its name: suggestions while one types, chosen by pointer or arrow keys. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useApi } from '../../api/ApiContext.ts';
import { useTranslation } from '../../i18n/I18n.tsx';
import type { Place } from '../../storage/values.ts';
import { Icon } from '../../ui/Icon.tsx';
import styles from './PlaceSearch.module.css';
import { findPlace, placeQueries } from './queries.ts';

interface PlaceSearchProps {
  label: string;
  onChoose: (place: Place) => void;
}

/** Long enough to skip the letters of a fast typist, too short to be felt. */
const settleMs = 150;

export function PlaceSearch({ label, onChoose }: PlaceSearchProps) {
  const { t, language } = useTranslation();
  const api = useApi();
  const id = useId();
  const [input, setInput] = useState('');
  const [active, setActive] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const settled = useSettled(input, settleMs);
  const { data, error, isSuccess, isPlaceholderData } = useQuery({
    ...placeQueries.suggestions(api, settled, language),
    placeholderData: keepPreviousData,
  });
  const suggestions = settled.trim() && input.trim() ? (data ?? []) : [];
  const isOpen = suggestions.length > 0;
  const isEmpty = isSuccess && !isPlaceholderData && settled.trim().length > 1 && !isOpen;

  async function choose(index: number) {
    const suggestion = suggestions[index];
    if (!suggestion) return;
    setHasFailed(false);
    try {
      const place = await findPlace(api, suggestion.place_id, language);
      if (!place) return setHasFailed(true);
      setInput('');
      onChoose(place);
    } catch {
      setHasFailed(true);
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!isOpen) return;
    const last = suggestions.length - 1;
    if (event.key === 'ArrowDown') setActive(active === last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active === 0 ? last : active - 1);
    else if (event.key === 'Enter') void choose(active);
    else if (event.key === 'Escape') setInput('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={styles.search}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <Icon name="search" />
        <input
          id={id}
          className={styles.input}
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('home.places.searchHint')}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
          value={input}
          onChange={(event) => {
            setInput(event.target.value);
            setActive(0);
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
        {suggestions.map((suggestion, index) => {
          const { main_text: name, secondary_text: region } = suggestion.structured_formatting;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox does
            <div
              key={suggestion.place_id}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
              onPointerEnter={() => setActive(index)}
              onClick={() => void choose(index)}
            >
              <Icon name="pin" size={1.25} />
              <span>
                {name}
                <span className={styles.region}>{region}</span>
              </span>
            </div>
          );
        })}
      </div>
      <p className={styles.note} role="status">
        {isEmpty && t('home.places.nothingFound')}
        {(hasFailed || error) && t('home.places.searchFailed')}
      </p>
    </div>
  );
}

/** The value once it has stayed the same for a moment. */
function useSettled(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
