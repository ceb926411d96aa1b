import { useEffect, useRef, useState } from 'react';

/** How long a button says that it has copied, in milliseconds. */
const SHOWN_MS = 2_000;

/** Copies text, and tells for a moment that it has. */
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
        // The text stays on the page, selectable by hand.
        () => setIsCopied(false),
      );
    },
  };
}

/** Copies text. The clipboard interface is missing on plain http addresses, such as one on the local network. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) {
    return await navigator.clipboard.writeText(text);
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside of an open dialog, which keeps the focus to itself.
  const host = document.querySelector('[role="dialog"]') ?? document.body;
  host.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) {
    throw new Error('The browser did not copy');
  }
}
