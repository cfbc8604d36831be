import { useId } from 'preact/hooks';

interface ChoicesProps<Value extends string> {
  legend: string;
  value: Value;
  choices: readonly { value: Value; text: string }[];
  onChoose: (value: Value) => void;
  kind?: 'tabs';
}

/**
 * A choice between a few options, made of radio buttons: arrow keys choose, and screen readers announce how
 * many there are.
 */
export function Choices<Value extends string>({
  legend,
  value,
  choices,
  onChoose,
  kind,
}: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset class={kind === undefined ? 'choices' : `choices choices-${kind}`}>
      <legend class="unseen">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChoose(choice.value)}
          />
          <span>{choice.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
