import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Place } from '../ask/answers.js';
import { useSearch } from './use-search.js';

/** As many letters as the service accepts. */
const MOST_LETTERS = 200;

/** The result of a search: places, or a text to show instead. */
export interface Found {
  places: readonly Place[];
  failure?: ComponentChildren;
}

interface ComboboxTexts {
  label: string;
  placeholder: string;
  /** The label of the list. */
  results: string;
  found: (count: number) => string;
  nothing: string;
  clear?: string;
}

interface ComboboxProps<F extends Found> {
  texts: ComboboxTexts;
  /** The text of the box while nobody types: the chosen place. */
  value: string;
  /** @throws DOMException AbortError if the signal is aborted */
  search: (text: string, signal: AbortSignal) => Promise<F>;
  /** Another value that the answer depends on, such as the language. */
  context?: string;
  /** The list covers the content below, and closes when the focus leaves. */
  isPopup?: boolean;
  /** The value is searched as if it had been typed. */
  isAsked?: boolean | undefined;
  /** The typed text and its list stay after a place is chosen. */
  keepsText?: boolean;
  /** The content of a place's line. */
  option: (place: Place, index: number) => ComponentChildren;
  onChoose: (place: Place) => void;
  onTyped?: () => void;
  /** Without it there is no button to clear. */
  onClear?: () => void;
  /** Called with the shown list, and with null when it is empty. */
  onFound?: (found: F | null) => void;
  /** Content under the list. */
  children?: ComponentChildren;
}

/**
 * A field that finds places while somebody types (ARIA: a combobox with a list). The page of the map and
 * `<gazarch-search>` both show this one.
 */
export function Combobox<F extends Found>(props: ComboboxProps<F>) {
  const { texts, option, onClear, children } = props;
  const id = useId();
  const { field, text, active, places, found, isBusy, isShown, choose, clear, leave, events } =
    useField(props);
  return (
    <div class="box" onFocusOut={leave}>
      <div class="box-field">
        <input
          ref={field}
          part="input"
          type="text"
          role="combobox"
          aria-label={texts.label}
          aria-autocomplete="list"
          aria-expanded={isShown && places.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          enterkeyhint="search"
          maxLength={MOST_LETTERS}
          placeholder={texts.placeholder}
          value={text}
          {...events}
        />
        {isBusy && <span class="busy" aria-hidden="true" />}
        {onClear !== undefined && text !== '' && (
          <button type="button" class="clear" aria-label={texts.clear} onClick={clear}>
            ×
          </button>
        )}
      </div>
      <p class="unseen" aria-live="polite">
        {isShown && found?.failure === undefined && texts.found(places.length)}
      </p>
      <div class="found" part="list" hidden={!isShown}>
        {found?.failure}
        {found !== null && found.failure === undefined && places.length === 0 && (
          <p class="quiet">{texts.nothing}</p>
        )}
        <ul
          class="list"
          id={`${id}-list`}
          role="listbox"
          aria-label={texts.results}
          hidden={places.length === 0}
        >
          {places.map((place, i) => (
            <Option key={place.id} id={`${id}-${i}`} isActive={i === active} onChoose={() => choose(place)}>
              {option(place, i)}
            </Option>
          ))}
        </ul>
        {children}
      </div>
    </div>
  );
}

/** The typed text, its results, and the handling of keys. */
function useField<F extends Found>(props: ComboboxProps<F>) {
  const { value, search, context = '', isPopup, keepsText, onChoose, onTyped, onClear, onFound } = props;
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [isOpen, setOpen] = useState(props.isAsked === true);
  const [active, setActive] = useState(-1);
  const [isTyped, setTyped] = useState(props.isAsked === true);
  const { found, isBusy, now } = useSearch({ text, context, isOn: isTyped, search });
  const places = found?.places ?? [];
  const chosen = useRef<string | null>(null);

  // It runs at once, not after the next picture, where it would undo what somebody types meanwhile.
  useLayoutEffect(() => {
    if (value !== chosen.current && (!isTyped || field.current?.matches(':focus') !== true)) setText(value);
  }, [value]);
  useEffect(() => {
    setActive(-1);
    onFound?.(found);
  }, [found]);

  const choose = (place: Place): void => {
    setOpen(false);
    if (keepsText === true) chosen.current = place.name;
    else {
      setTyped(false);
      setText(place.name);
    }
    onChoose(place);
  };
  const clear = (): void => {
    setText('');
    setTyped(true);
    setOpen(false);
    onClear?.();
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
      if (place !== undefined) choose(place);
      else if (isTyped) now();
    } else if (event.key === 'Escape') {
      if (isOpen) setOpen(false);
      else if (onClear !== undefined) clear();
    }
  };
  const leave = (event: FocusEvent): void => {
    if (isPopup === true && !staysInside(event)) setOpen(false);
  };
  const mayOpen = isTyped || isPopup === true;
  const events = {
    onInput: (event: { currentTarget: HTMLInputElement }): void => {
      setTyped(true);
      setOpen(true);
      setText(event.currentTarget.value);
      onTyped?.();
    },
    onFocus: (event: { currentTarget: HTMLInputElement }): void => {
      event.currentTarget.select();
      if (mayOpen) setOpen(true);
    },
    onClick: () => mayOpen && setOpen(true),
    onKeyDown: press,
  };
  const isShown = isOpen && found !== null;
  return { field, text, active, places, found, isBusy, isShown, choose, clear, leave, events };
}

function staysInside({ currentTarget, relatedTarget }: FocusEvent): boolean {
  return relatedTarget instanceof Node && (currentTarget as Node).contains(relatedTarget);
}

/**
 * The target of an arrow key in a list, which wraps around. There is one place more than there are results:
 * -1, the field itself, with nothing chosen.
 * @returns null: another key, or an empty list
 */
function movedBy(key: string, active: number, length: number): number | null {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || length === 0) return null;
  return ((active + 1 + step + length + 1) % (length + 1)) - 1;
}

interface OptionProps {
  id: string;
  isActive: boolean;
  onChoose: () => void;
  children: ComponentChildren;
}

function Option({ id, isActive, onChoose, children }: OptionProps) {
  const option = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li
      ref={option}
      id={id}
      part="option"
      role="option"
      aria-selected={isActive}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </li>
  );
}
