import { createContext, type ComponentChildren } from 'preact';
import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { failureOf, type RequestFailed } from '../api/ask.js';
import { language, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../shared/language.js';
import { session } from '../state/session.js';
import { number } from '../text/format.js';
import { t } from '../text/texts.js';
import { SubmitButton } from './button.js';
import { failureText, fieldFailureText } from './failure.js';
import { Notice } from './notice.js';

/** The errors of a form, by field name. */
type Wrongs = Readonly<Record<string, string>>;

const FormWrongs = createContext<Wrongs>({});

/** Returns the error of the field with this name, for controls other than `Field`. */
function useWrong(name: string): string | undefined {
  return useContext(FormWrongs)[name];
}

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * The browser detects what is wrong with a value but describes it in its own language. So only the type of
 * error comes from the browser, and the text is ours.
 */
function wrongOf(input: Input): string | undefined {
  const { validity } = input;
  const texts = t();
  if (validity.valid) return undefined;
  if (validity.valueMissing) return texts.fieldFailures.missing;
  if (validity.tooShort && 'minLength' in input) return texts.fieldChecks.minLength(input.minLength);
  if (validity.typeMismatch && input.type === 'email') return texts.fieldChecks.email;
  if (input.type === 'number') {
    const { min, max } = input as HTMLInputElement;
    return texts.fieldChecks.range(number(Number(min)), number(Number(max)));
  }
  return texts.fieldFailures.bad_format;
}

interface FormProps {
  /** @throws RequestFailed, which the form shows at its field or above its button */
  onSubmit: (data: FormData) => Promise<void>;
  submit: string;
  /** Whether submitting removes data. */
  danger?: boolean;
  wide?: boolean;
  /** More buttons beside the submit button. */
  also?: ComponentChildren;
  children?: ComponentChildren;
}

/** A form that validates, submits, shows errors at their fields and moves the focus there. */
export function Form({ onSubmit, submit, danger, wide, also, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [wrongs, setWrongs] = useState<Wrongs>({});
  const [failure, setFailure] = useState<RequestFailed | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  // Counts the attempts, so that the focus moves again if the same field is wrong again.
  const [round, setRound] = useState(0);

  useEffect(() => {
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (round === 0 || !wrong) return;
    for (let part = wrong.closest('details'); part; part = part.parentElement?.closest('details') ?? null)
      part.open = true;
    wrong.focus();
  }, [round]);

  const showWrongs = (found: Wrongs): void => {
    setWrongs(found);
    setRound((n) => n + 1);
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || form.current === null) return;
    const inputs = [...form.current.querySelectorAll<Input>('input[name], select[name], textarea[name]')];
    const found = inputs.flatMap((input) => {
      const wrong = wrongOf(input);
      return wrong === undefined ? [] : [[input.name, wrong] as const];
    });
    setFailure(undefined);
    if (found.length > 0) return showWrongs(Object.fromEntries(found));
    setWrongs({});
    setBusy(true);
    try {
      await onSubmit(new FormData(form.current));
    } catch (error) {
      const failed = failureOf(error);
      const { field, reason, value } = failed.details;
      if (field !== undefined && inputs.some(({ name }) => name === field))
        showWrongs({ [field]: fieldFailureText(field, reason, value) });
      else setFailure(failed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormWrongs.Provider value={wrongs}>
      <form ref={form} noValidate onSubmit={(event) => void send(event)}>
        {children}
        <div class="form-end">
          {failure && (
            <Notice kind="bad" alert wide>
              {failureText(failure)}
            </Notice>
          )}
          <SubmitButton kind={danger === true ? 'danger main' : 'main'} busy={isBusy} wide={wide === true}>
            {submit}
          </SubmitButton>
          {also}
        </div>
      </form>
    </FormWrongs.Provider>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  /** The text shown beside the label of an optional field; without it, the field is required. */
  optional?: boolean;
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'datetime-local' | 'search';
  value?: string;
  placeholder?: string;
  autocomplete?: string;
  minLength?: number;
  maxLength?: number;
  min?: number | string;
  max?: number | string;
  short?: boolean;
  mono?: boolean;
  readOnly?: boolean;
  focus?: boolean;
  onInput?: (value: string) => void;
}

/** A single-line field with its label, its hint and its error. */
export function Field({
  name,
  label,
  hint,
  optional,
  type = 'text',
  short,
  mono,
  focus,
  ...rest
}: FieldProps) {
  const id = useId();
  const wrong = useWrong(name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (focus === true) input.current?.focus();
  }, []);
  const { value, onInput, ...attributes } = rest;
  return (
    <div class="field">
      <Label id={id} text={label} optional={optional === true} />
      <input
        ref={input}
        id={id}
        name={name}
        type={type}
        class={`input ${short === true ? 'short' : ''} ${mono === true ? 'mono' : ''}`}
        required={optional !== true}
        defaultValue={value ?? ''}
        spellcheck={false}
        aria-invalid={wrong !== undefined}
        aria-describedby={describedBy(id, hint, wrong)}
        onInput={(event) => onInput?.(event.currentTarget.value)}
        {...attributes}
      />
      <Below id={id} hint={hint} wrong={wrong} />
    </div>
  );
}

/** A field for a name, with the maximum length of names. */
export function NameField(props: Omit<FieldProps, 'name' | 'maxLength'> & { name?: string }) {
  return <Field name="name" autocomplete="off" maxLength={session.value?.limits.name_max} {...props} />;
}

export function EmailField(props: Omit<FieldProps, 'name' | 'type'>) {
  return <Field name="email" type="email" autocomplete="username" {...props} />;
}

/** An account's current password, for signing in or confirming an action. */
export function CurrentPasswordField({ name = 'password', label }: { name?: string; label: string }) {
  return <PasswordField name={name} label={label} autocomplete="current-password" />;
}

/** A password field whose content can be shown. */
export function PasswordField(props: Omit<FieldProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div class="field">
      <Field {...props} type={isShown ? 'text' : 'password'} />
      <label class="check small muted">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
        <span>{t().door.showPassword}</span>
      </label>
    </div>
  );
}

interface LinesProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  value?: string;
  placeholder?: string;
  rows?: number;
}

/** A field for several values, one per line. */
export function LinesField({ name, label, hint, value, placeholder, rows = 3 }: LinesProps) {
  const id = useId();
  const wrong = useWrong(name);
  return (
    <div class="field">
      <Label id={id} text={label} optional />
      <textarea
        id={id}
        name={name}
        class="input mono"
        rows={rows}
        spellcheck={false}
        autocapitalize="off"
        placeholder={placeholder}
        defaultValue={value ?? ''}
        aria-invalid={wrong !== undefined}
        aria-describedby={describedBy(id, hint, wrong)}
      />
      <Below id={id} hint={hint} wrong={wrong} />
    </div>
  );
}

interface SelectProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  value?: string;
  choices: readonly { value: string; text: string }[];
  onChoose?: (value: string) => void;
  short?: boolean;
}

export function SelectField({ name, label, hint, value, choices, onChoose, short }: SelectProps) {
  const id = useId();
  const wrong = useWrong(name);
  return (
    <div class="field">
      <Label id={id} text={label} optional={false} />
      <select
        id={id}
        name={name}
        class={`input ${short === true ? 'short' : ''}`}
        aria-invalid={wrong !== undefined}
        aria-describedby={describedBy(id, hint, wrong)}
        onChange={(event) => onChoose?.(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} selected={choice.value === value}>
            {choice.text}
          </option>
        ))}
      </select>
      <Below id={id} hint={hint} wrong={wrong} />
    </div>
  );
}

/** A field for the language of mails. */
export function LanguageField({ label }: { label: string }) {
  return (
    <SelectField
      name="language"
      label={label}
      value={language.value}
      choices={LANGUAGES.map((value) => ({ value, text: LANGUAGE_NAMES[value] }))}
    />
  );
}

interface ChecksProps {
  name: string;
  legend: string;
  hint?: string;
  type: 'checkbox' | 'radio';
  choices: readonly { value: string; text: ComponentChildren; hint?: string; checked?: boolean }[];
}

/** Check boxes or radio buttons, each with a line that explains it. */
export function Checks({ name, legend, hint, type, choices }: ChecksProps) {
  const id = useId();
  const wrong = useWrong(name);
  return (
    <fieldset aria-describedby={describedBy(id, hint, wrong)}>
      <legend>{legend}</legend>
      {choices.map((choice) => (
        <label class="check" key={choice.value}>
          <input
            type={type}
            name={name}
            value={choice.value}
            defaultChecked={choice.checked === true}
            aria-invalid={wrong !== undefined}
          />
          <span class="check-text">
            {choice.text}
            {choice.hint !== undefined && <span class="hint"> {choice.hint}</span>}
          </span>
        </label>
      ))}
      <Below id={id} hint={hint} wrong={wrong} />
    </fieldset>
  );
}

/** Returns a field's text without leading or trailing spaces. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

export function languageOf(data: FormData): Language {
  return data.get('language') === 'en' ? 'en' : 'mn';
}

/** Returns a field's text unchanged, including spaces, for passwords. */
export function secretOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns a field's number, or null if the field is empty. */
export function numberOf(data: FormData, name: string): number | null {
  const text = textOf(data, name);
  return text === '' ? null : Number(text);
}

function Label({ id, text, optional }: { id: string; text: string; optional: boolean }) {
  return (
    <label for={id}>
      {text}
      {optional && <span class="optional"> · {t().common.optional}</span>}
    </label>
  );
}

function describedBy(id: string, hint: unknown, wrong: string | undefined): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, wrong !== undefined && `${id}-wrong`].filter(Boolean);
  return ids.length === 0 ? undefined : ids.join(' ');
}

function Below({ id, hint, wrong }: { id: string; hint: ComponentChildren; wrong: string | undefined }) {
  return (
    <>
      {wrong !== undefined && (
        <p class="wrong" id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}
