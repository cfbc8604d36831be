import { Choices } from './choices.js';
import { SNIPPETS, type Snippet } from './snippets.js';

interface SnippetChoiceProps {
  legend: string;
  value: Snippet;
  onChoose: (value: Snippet) => void;
}

/** Lets the user choose the programming language of a request's code. */
export function SnippetChoice(props: SnippetChoiceProps) {
  return <Choices {...props} choices={SNIPPETS.map((name) => ({ value: name, text: name }))} />;
}
