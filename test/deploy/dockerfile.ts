import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';

export const DEPLOY = resolve(import.meta.dirname, '../../deploy');

export interface Step {
  keyword: string;
  /** What stands behind the keyword, on one line. */
  text: string;
}

/** The steps of the last stage of the Dockerfile, in order. */
export function lastStage(): Step[] {
  const instructions = DockerfileParser.parse(
    readFileSync(resolve(DEPLOY, 'Dockerfile'), 'utf8'),
  ).getInstructions();
  const from = instructions.map((step) => step.getKeyword()).lastIndexOf('FROM');
  return instructions.slice(from).map((step) => ({
    keyword: step.getKeyword(),
    text: step.getRawArgumentsContent()?.replace(/\\\n\s*/g, '') ?? '',
  }));
}

/** Of an instruction in the form of a JSON list. */
export function listOf(steps: readonly Step[], keyword: string): string[] {
  const { text } = steps.find((step) => step.keyword === keyword)!;
  return JSON.parse(text.slice(text.indexOf('['))) as string[];
}
