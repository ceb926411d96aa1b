import { useEffect, useRef, useState } from 'react';

/** Display time of the confirmation, in milliseconds. */
const SHOWN_MS = 2_000;

/** Copies text and shows a short confirmation. */
export function useCopy(): { isCopied: boolean; copy: (text: string) => void } {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isCopied,
    copy: (text) => {
      copyText(text).then(
        () => {
          setIsCopied(true);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => setIsCopied(false), SHOWN_MS);
        },
        // The text stays on the page, where it can be selected.
        () => setIsCopied(false),
      );
    },
  };
}

/** Copies text. The clipboard API is missing on plain http addresses, such as one on the local network. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    return await navigator.clipboard.writeText(text);
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // An open dialog traps the focus, so the field must be inside it.
  const host = document.querySelector('[role="dialog"]') ?? document.body;
  host.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) {
    throw new Error('The browser did not copy');
  }
}
