import { useId } from 'preact/hooks';

interface ChoicesProps<T extends string> {
  legend: string;
  value: T;
  choices: readonly { value: T; text: string; hint?: string }[];
  onChoose: (value: T) => void;
  kind?: 'tabs' | 'small';
}

/** One of a few: circles underneath, so that arrow keys choose and screen readers say how many there are. */
export function Choices<T extends string>({
  legend,
  value,
  choices,
  onChoose,
  kind = 'small',
}: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset class={`choices choices-${kind}`}>
      <legend class="unseen">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} title={choice.hint}>
          <input
            type="radio"
            name={name}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          <span>{choice.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
