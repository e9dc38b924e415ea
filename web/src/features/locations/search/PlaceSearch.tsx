/** A place by its name: suggestions while one types, chosen by pointer or arrow keys. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useRememberSearch } from '../history/queries.ts';
import {
  type FoundPlace,
  findPlace,
  leastLetters,
  PlacesProblem,
  placeProblem,
  placeQueries,
} from '../queries.ts';
import { Attribution } from './Attribution.tsx';
import { Highlighted } from './Highlighted.tsx';
import styles from './PlaceSearch.module.css';
import { type Option, recentOptions, suggestedOptions } from './searchOptions.ts';

interface PlaceSearchProps {
  label: string;
  /** Whether the list lies over what follows instead of pushing it down. */
  isFloating?: boolean;
  /** Offered while nothing is typed, newest first. */
  recent?: readonly FoundPlace[];
  onChoose: (place: FoundPlace) => void;
}

/** Long enough to skip the letters of a fast typist, too short to be felt. */
const settleMs = 150;

export function PlaceSearch({
  label,
  isFloating = false,
  recent = [],
  onChoose,
}: PlaceSearchProps) {
  const { t, language } = useTranslation();
  const api = useApi();
  const id = useId();
  const remember = useRememberSearch();
  const [input, setInput] = useState('');
  const [active, setActive] = useState(0);
  const [isOpenWanted, setIsOpenWanted] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const settled = useSettled(input, settleMs);
  const { data, error, isSuccess, isPlaceholderData } = useQuery({
    ...placeQueries.suggestions(api, settled, language),
    placeholderData: keepPreviousData,
  });
  const isTyped = input.trim() !== '';
  const isAnswered = isTyped && settled.trim().length >= leastLetters;
  const options = isTyped ? suggestedOptions(isAnswered ? data : undefined) : recentOptions(recent);
  const isOpen = isOpenWanted && options.length > 0;
  const isEmpty = isAnswered && isSuccess && !isPlaceholderData && options.length === 0;

  async function choose(option: Option | undefined) {
    if (!option) return;
    setFailure(null);
    try {
      const place = option.place ?? (await findPlace(api, option.placeId, language));
      setInput('');
      setIsOpenWanted(false);
      remember(place);
      onChoose(place);
    } catch (problem) {
      setFailure(problem as Error);
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    const last = options.length - 1;
    if (event.key === 'ArrowDown' && !isOpen) setIsOpenWanted(true);
    else if (!isOpen) return;
    else if (event.key === 'ArrowDown') setActive(active === last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active === 0 ? last : active - 1);
    else if (event.key === 'Enter') void choose(options[active]);
    else if (event.key === 'Escape') {
      setInput('');
      setIsOpenWanted(false);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className={classNames(styles.search, isFloating && styles.floating)}>
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
            setFailure(null);
            setIsOpenWanted(true);
          }}
          // Not on focus: it also comes back here when a dialog closes.
          onClick={() => setIsOpenWanted(true)}
          onBlur={() => setIsOpenWanted(isTyped)}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div className={styles.results} hidden={!isOpen}>
        {isOpen && !isTyped && <p className={styles.heading}>{t('locations.search.recent')}</p>}
        <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {isOpen &&
            options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys, as a combobox does
              <div
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                onPointerEnter={() => setActive(index)}
                // The field keeps the focus, so that the list does not close under the press.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => void choose(option)}
              >
                <Icon name={option.icon} size={1.25} />
                <span>
                  <Highlighted text={option.name} parts={option.matches} />
                  <span className={styles.region}>{option.region}</span>
                </span>
              </div>
            ))}
        </div>
        {isOpen && isTyped && data && <Attribution source={data.source} />}
      </div>
      <p className={styles.note} role="status">
        {isEmpty && t('home.places.nothingFound')}
        {failure && placeProblem(failure, t)}
        {error && !failure && isTyped && suggestionProblem(error)}
      </p>
    </div>
  );

  function suggestionProblem(problem: Error): string {
    return problem instanceof PlacesProblem
      ? placeProblem(problem, t)
      : t('home.places.searchFailed');
  }
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
