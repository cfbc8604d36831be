import { useAnswer } from '../../api/answers.js';
import { SelectField } from '../../parts/form.js';
import { t } from '../../text/texts.js';

interface KeyChoiceProps {
  project: string;
  /** The id of a key; empty for all keys. */
  value: string;
  onChoose: (key: string) => void;
}

/** Filters a list by one of a project's keys. */
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
