import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Place } from '../ask/answers.js';
import { useSearch } from './use-search.js';

/** The maximum number of characters that the service accepts. */
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
  /** The text in the box while the user is not typing: the chosen place. */
  value: string;
  /** @throws DOMException AbortError if the signal is aborted */
  search: (text: string, signal: AbortSignal) => Promise<F>;
  /** Another value that the result depends on, such as the language. */
  context?: string;
  /** Whether the list covers the content below, and closes when the focus leaves. */
  isPopup?: boolean;
  /** Whether the value is searched for as if the user had typed it. */
  isAsked?: boolean | undefined;
  /** Whether the typed text and the list stay after a place is chosen. */
  keepsText?: boolean;
  /** Renders a place's line in the list. */
  option: (place: Place, index: number) => ComponentChildren;
  onChoose: (place: Place) => void;
  onTyped?: () => void;
  /** If absent, there is no button to clear the field. */
  onClear?: () => void;
  /** Called with the list that is shown, and with null when it is empty. */
  onFound?: (found: F | null) => void;
  /** Content below the list. */
  children?: ComponentChildren;
}

/**
 * A field that finds places while the user types (ARIA: a combobox with a list). Both the map page and
 * `<gazarch-search>` use it.
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

/** Manages the typed text, its results, and keyboard input. */
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

  // This runs before the next frame; later, it would undo what the user has typed in the meantime.
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
 * Returns the line that an arrow key moves to. The list wraps around. There is one more position than there
 * are results: -1 is the field itself, with nothing chosen.
 * @returns null for any other key or an empty list
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
