import type { Language } from '@diorama/shared/i18n/t.ts';
import { templateDocument } from '@diorama/shared/scene/templates/start-document.ts';
import { fetchTranslations } from '../hooks/namespaces.ts';
import { openDocument } from '../scene/document-camera.ts';

/**
 * Shows a template in an element until the signal aborts; it needs no files.
 * @throws Error without WebGL
 */
export async function showTemplate(options: {
  host: HTMLElement;
  language: Language;
  label: string;
  signal: AbortSignal;
}): Promise<void> {
  const { host, language, label, signal } = options;
  const { t } = await fetchTranslations('templates', language);
  const document = templateDocument('living-room', t);
  const canvas = openDocument({ host, label, document, assets: async () => null, isHeld: true });
  signal.addEventListener('abort', () => canvas.dispose(), { once: true });
  await canvas.reveal();
}
