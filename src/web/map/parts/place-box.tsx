import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { GeocodeAnswer, Place } from '../ask/answers.js';
import type { Asked } from '../ask/ask.js';
import { movedBy } from '../../shared/combobox.js';
import { t } from '../text/texts.js';
import { typeName } from '../text/types.js';
import { Failure } from './failure.js';
import { useSearch } from './use-search.js';

interface PlaceBoxProps {
  label: string;
  placeholder: string;
  /** What stands in the box while nobody types: the place that was chosen. */
  value: string;
  onChoose: (place: Place) => void;
  onClear: () => void;
  /** Told what the list shows, null when it is empty. */
  onFound?: (asked: Asked<GeocodeAnswer> | null) => void;
  isLarge?: boolean;
}

/** A field that finds places while one types (ARIA: a combobox with a list). */
export function PlaceBox(props: PlaceBoxProps) {
  const { label, placeholder, isLarge } = props;
  const id = useId();
  const { field, text, active, asked, isBusy, isShown, choose, clear, events } = useField(props);
  const places = asked?.answer?.results ?? [];
  return (
    <div class={`box ${isLarge === true ? 'box-large' : ''}`}>
      <div class="box-field">
        <input
          ref={field}
          id={id}
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={isShown && places.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="search"
          placeholder={placeholder}
          value={text}
          {...events}
        />
        {isBusy && <span class="busy" aria-hidden="true" />}
        {text !== '' && (
          <button type="button" class="clear" aria-label={t().search.clear} onClick={clear}>
            ×
          </button>
        )}
      </div>
      <p class="unseen" aria-live="polite">
        {isShown && asked?.answer != null && t().search.found(places.length)}
      </p>
      {isShown && asked !== null && asked.answer === null && <Failure asked={asked} />}
      {isShown && asked?.answer != null && places.length === 0 && <p class="quiet">{t().search.nothing}</p>}
      <ul
        class="list"
        id={`${id}-list`}
        role="listbox"
        aria-label={t().search.results}
        hidden={!isShown || places.length === 0}
      >
        {places.map((place, i) => (
          <Option
            {...{ key: place.id, id: `${id}-${i}`, place, number: i + 1, isActive: i === active }}
            onChoose={() => choose(place)}
          />
        ))}
      </ul>
    </div>
  );
}

/** What is typed in the field, what was found for it, and what keys do. */
function useField({ value, onChoose, onClear, onFound, isLarge }: PlaceBoxProps) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isTyped, setTyped] = useState(false);
  const { asked, isBusy, now } = useSearch(text, isTyped);
  const places = asked?.answer?.results ?? [];

  // At once, not after the next picture: it would undo what somebody types meanwhile.
  useLayoutEffect(() => {
    if (document.activeElement !== field.current || !isTyped) setText(value);
  }, [value]);
  useEffect(() => {
    setActive(-1);
    onFound?.(asked);
  }, [asked]);

  const choose = (place: Place): void => {
    setOpen(false);
    if (isLarge !== true) {
      setTyped(false);
      setText(place.name);
    }
    onChoose(place);
  };
  const clear = (): void => {
    setText('');
    setTyped(true);
    setOpen(false);
    onClear();
    field.current?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const next = movedBy(event.key, active, places.length);
    if (next !== null) {
      event.preventDefault();
      setOpen(true);
      setActive(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const place = places[active] ?? (isOpen && !isBusy ? places[0] : undefined);
      if (place === undefined) now();
      else choose(place);
    } else if (event.key === 'Escape') {
      if (isOpen) setOpen(false);
      else clear();
    }
  };
  const events = {
    onInput: (event: { currentTarget: HTMLInputElement }): void => {
      setTyped(true);
      setOpen(true);
      setText(event.currentTarget.value);
    },
    onFocus: (event: { currentTarget: HTMLInputElement }): void => {
      event.currentTarget.select();
      if (isTyped) setOpen(true);
    },
    onClick: () => isTyped && setOpen(true),
    onKeyDown: press,
  };
  return { field, text, active, asked, isBusy, isShown: isOpen && asked !== null, choose, clear, events };
}

interface OptionProps {
  id: string;
  place: Place;
  number: number;
  isActive: boolean;
  onChoose: () => void;
}

function Option({ id, place, number, isActive, onChoose }: OptionProps) {
  const option = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const { name, address, type, matched_name: other } = place;
  return (
    <li
      ref={option}
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="mark" aria-hidden="true">
        {number}
      </span>
      <span class="option-text">
        <span class="option-name">
          {name}
          {other !== undefined && <span class="quiet"> {t().search.also(other)}</span>}
        </span>
        {address !== null && <span class="option-address">{address}</span>}
      </span>
      <span class="kind">{typeName(type)}</span>
    </li>
  );
}
