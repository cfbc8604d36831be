/** A long word that may end a line behind `@` and `_`, and not in the middle of a part of it. */
export function Breakable({ text, look }: { text: string; look?: string }) {
  return (
    <span class={look}>
      {text.split(/(?<=[@_])/).map((part, i) => (
        <>
          {i > 0 && <wbr />}
          {part}
        </>
      ))}
    </span>
  );
}
