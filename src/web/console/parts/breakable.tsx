/** A long word that may break only after `@` and `_`. */
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
