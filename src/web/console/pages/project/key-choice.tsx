import { useAnswer } from '../../api/answers.js';
import { SelectField } from '../../parts/form.js';
import { t } from '../../text/texts.js';

interface KeyChoiceProps {
  project: string;
  /** Id of a key; empty: all of them. */
  value: string;
  onChoose: (key: string) => void;
}

/** Narrows a list down to one key of a project. */
export function KeyChoice({ project, value, onChoose }: KeyChoiceProps) {
  const texts = t().usage;
  const keys = useAnswer('GET /api/projects/:project/keys', { path: { project } }).answer ?? [];
  const choices = keys.map(({ id, name }) => ({ value: id, text: name }));
  return (
    <SelectField
      name="key"
      label={texts.key}
      value={value}
      choices={[{ value: '', text: texts.allKeys }, ...choices]}
      onChoose={onChoose}
    />
  );
}
