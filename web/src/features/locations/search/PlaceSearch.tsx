/** Search for a place by name or coordinates, with suggestions that are chosen by pointer or arrow keys. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useApi } from '../../../api/ApiContext.ts';
import { useTranslation } from '../../../i18n/I18n.tsx';
import { classNames } from '../../../ui/classNames.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { placeNameQuery } from '../current/placeNameQuery.ts';
import { useRecordSearch } from '../history/queries.ts';
import type { Coordinates } from '../samePlace.ts';
import { Attribution } from './Attribution.tsx';
import { Highlighted } from './Highlighted.tsx';
import styles from './PlaceSearch.module.css';
import { parseCoordinates } from './parseCoordinates.ts';
import {
  type FoundPlace,
  findPlace,
  minInputLength,
  PlacesError,
  placeErrorText,
  placeQueries,
} from './placeQueries.ts';
import {
  coordinatesOption,
  type Option,
  recentOptions,
  suggestedOptions,
} from './searchOptions.ts';

interface PlaceSearchProps {
  label: string;
  /** Whether the list covers the content below instead of moving it. */
  isFloating?: boolean;
  /** Offered while the input is empty, newest first. */
  recent?: readonly FoundPlace[];
  /** With the region that was shown beside the name. */
  onChoose: (place: FoundPlace, region: string) => void;
}

/** Not requested. */
const nowhere = { latitude: 0, longitude: 0 };
/** About ten metres. */
const coordinateDecimals = 4;

/** How long the input must not have changed: suggestions follow a key press within 100 ms, and Google charges for each. */
const debounceMs = { geonames: 40, google: 150 };

export function PlaceSearch({
  label,
  isFloating = false,
  recent = [],
  onChoose,
}: PlaceSearchProps) {
  const { t, format, language } = useTranslation();
  const api = useApi();
  const id = useId();
  const record = useRecordSearch();
  const [input, setInput] = useState('');
  const [active, setActive] = useState(0);
  const [isOpenRequested, setIsOpenRequested] = useState(false);
  const [choiceError, setChoiceError] = useState<Error | null>(null);
  const [source, setSource] = useState<keyof typeof debounceMs>('geonames');
  const debounced = useDebounced(input, debounceMs[source]);
  const coordinates = parseCoordinates(debounced);
  const { data, error, isSuccess, isPlaceholderData } = useQuery({
    ...placeQueries.suggestions(api, coordinates ? '' : debounced, language),
    placeholderData: keepPreviousData,
  });
  if (data && data.source !== source) setSource(data.source);
  const { data: named } = useQuery({
    ...placeNameQuery(api, coordinates ?? nowhere),
    enabled: coordinates !== null,
  });
  const isTyped = input.trim() !== '';
  const isAnswered = isTyped && debounced.trim().length >= minInputLength;
  const found = suggestedOptions(isAnswered ? data : undefined);
  const typed = coordinates
    ? [coordinatesOption(coordinates, writtenCoordinates(coordinates), named)]
    : found;
  const isUnknown = isAnswered && isSuccess && !isPlaceholderData && typed.length === 0;
  const { data: similar } = useQuery(
    placeQueries.suggestions(api, isUnknown ? partOf(debounced) : '', language),
  );
  const offered = isUnknown ? suggestedOptions(similar) : typed;
  const options = isTyped ? offered : recentOptions(recent);
  const isOpen = isOpenRequested && options.length > 0;
  const isEmpty = isUnknown && options.length === 0;

  async function choose(option: Option | undefined) {
    if (!option) return;
    setChoiceError(null);
    try {
      const place = option.place ?? (await findPlace(api, option.placeId, language));
      setInput('');
      setIsOpenRequested(false);
      record(place);
      onChoose(place, option.region);
    } catch (error) {
      setChoiceError(error as Error);
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    const last = options.length - 1;
    if (event.key === 'ArrowDown' && !isOpen) setIsOpenRequested(true);
    else if (!isOpen) return;
    else if (event.key === 'ArrowDown') setActive(active === last ? 0 : active + 1);
    else if (event.key === 'ArrowUp') setActive(active === 0 ? last : active - 1);
    else if (event.key === 'Enter') void choose(options[active]);
    else if (event.key === 'Escape') {
      setInput('');
      setIsOpenRequested(false);
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
            setChoiceError(null);
            setIsOpenRequested(true);
          }}
          // Not on focus, because focus also returns here when a dialog closes.
          onClick={() => setIsOpenRequested(true)}
          onBlur={() => setIsOpenRequested(isTyped)}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div className={styles.results} hidden={!isOpen}>
        {isOpen && !isTyped && <p className={styles.heading}>{t('locations.search.recent')}</p>}
        {isOpen && isUnknown && (
          <p className={styles.heading} role="status">
            {t('locations.search.didYouMean')}
          </p>
        )}
        <div id={`${id}-list`} role="listbox" aria-label={label} className={styles.list}>
          {isOpen &&
            options.map((option, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as in every combobox
              <div
                key={option.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className={styles.option}
                onPointerEnter={() => setActive(index)}
                // Keeps the focus in the input, so that the list does not close before the click.
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
        {isOpen && isTyped && data && !coordinates && <Attribution source={data.source} />}
      </div>
      <p className={styles.note} role="status">
        {isEmpty && t('home.places.nothingFound')}
        {choiceError && placeErrorText(choiceError, t)}
        {error && !choiceError && isTyped && suggestionErrorText(error)}
      </p>
    </div>
  );

  function writtenCoordinates({ latitude, longitude }: Coordinates): string {
    return `${format.number(latitude, coordinateDecimals)}° ${format.number(longitude, coordinateDecimals)}°`;
  }

  function suggestionErrorText(failure: Error): string {
    return failure instanceof PlacesError
      ? placeErrorText(failure, t)
      : t('home.places.searchFailed');
  }
}

/** What is worth a search of its own when the whole is unknown: the region after a comma, or the longest word. */
function partOf(input: string): string {
  const parts = input.split(',').map((part) => part.trim());
  const [last = ''] = parts.slice(-1);
  if (parts.length > 1) return last;
  const words = last.split(/\s+/);
  return words.length > 1
    ? words.reduce((one, other) => (other.length > one.length ? other : one))
    : '';
}

/** The value once it has not changed for a moment. */
function useDebounced(value: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
