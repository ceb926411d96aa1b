import { type ReactNode, useEffect } from 'react';
import './notice.css';

type NoticeProps = { title: string; text: string; children?: ReactNode };

/** A page in place of a scene: a message, and the available actions. */
export function Notice({ title, text, children }: NoticeProps) {
  useEffect(() => {
    document.title = `${title} · Diorama`;
  }, [title]);

  return (
    <main className="viewer-notice">
      <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true">
        <path d="M32 8 54 20v24L32 56 10 44V20z M10 20l22 12 22-12 M32 32v24" />
      </svg>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  );
}
