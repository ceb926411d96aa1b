import { useApi } from '../../../api/provider.tsx';
import type { UploadOptions } from '../../../api/upload-options.ts';
import { useToast } from '../../../components/toast/toast.tsx';
import { fetchCode } from '../../../fetch-code.ts';
import type { ImportPlan } from '../../../files/import-set.ts';
import { useErrorText } from '../../../hooks/use-errors.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useFirstTranslations } from '../../hooks/use-editor-translations.ts';
import { textNodesIn } from '../../queries/text-nodes-in.ts';

type Put = (options: Required<Pick<UploadOptions, 'signal' | 'onProgress'>>) => Promise<void>;

const loadPutting = () => fetchCode(() => import('./upload-sky-or-font.ts'));

/**
 * Applies dropped scene files in the background: the first sky lights the scene, the first font goes to the
 * selected texts. All other fonts go into the library.
 */
export function useUploadSkiesAndFonts(): (given: Pick<ImportPlan, 'skies' | 'fonts'>) => void {
  const session = useEditorSession();
  const { upload } = useApi();
  const { t } = useFirstTranslations();
  const toast = useToast();
  const errorText = useErrorText();
  const send = (file: File, put: Put) => {
    const stop = new AbortController();
    const { signal } = stop;
    const { progress, end } = session.editor.ui.beginFile(file.name, () => stop.abort());
    put({ signal, onProgress: progress })
      .catch((error: unknown) => {
        if (!signal.aborted) {
          const text = t('import.failed', { name: file.name, reason: errorText(error) });
          toast({
            kind: 'error',
            text,
            action: { label: t('import.retry'), onSelect: () => send(file, put) },
          });
        }
      })
      .finally(end);
  };
  return ({ skies: [sky, ...further], fonts }) => {
    const { editor } = session;
    if (sky) {
      send(sky.file, async (options) => (await loadPutting()).uploadSky(session, sky.file, options));
    }
    if (further.length > 0) {
      const files = further.map(({ file }) => file.name).join(', ');
      toast({ kind: 'info', text: t('import.oneSky', { files }) });
    }
    const texts = textNodesIn(editor, editor.selection.ids.value);
    for (const [at, { file }] of fonts.entries()) {
      if (at === 0 && texts.length > 0) {
        send(file, async (options) => (await loadPutting()).uploadFont(session, { file, texts }, options));
        continue;
      }
      send(file, async (options) => {
        const { uploadFontToLibrary } = await loadPutting();
        await uploadFontToLibrary({ account: session.account, upload }, file, options);
        toast({ kind: 'info', text: t('import.fontKept', { name: file.name }) });
      });
    }
  };
}
