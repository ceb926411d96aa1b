import { useEffect } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-errors.ts';
import { foreignFilesIn, importForeignFiles } from '../commands/import-foreign-files.ts';
import { useEditorSession } from './use-editor.tsx';
import { useEditorTranslations } from './use-editor-translations.ts';

/** Copies the files of nodes that are pasted from another workspace, and reports failed copies. */
export function useForeignFiles(): void {
  const { editor, assets, sceneId } = useEditorSession();
  const { client } = useApi();
  const { t } = useEditorTranslations();
  const toast = useToast();
  const errorText = useErrorText();
  useEffect(() => {
    const port = {
      isHere: (iri: string) => assets.byIri.value.has(iri),
      copy: async (iri: string) => {
        const copied = await client.call('copyAsset', {
          params: { id: iri },
          body: { composition: sceneId },
        });
        assets.set(copied);
        return copied['@id'];
      },
    };
    editor.importForeignFiles = async (text) => {
      const count = foreignFilesIn(text, port).length;
      if (count > 0) {
        toast({ kind: 'info', text: t('paste.files', { count }) });
      }
      const { text: imported, refused } = await importForeignFiles(text, port);
      const [first] = refused;
      if (first) {
        const lost = t('paste.filesLeft', { count: refused.length });
        toast({ kind: 'warning', text: `${lost} ${errorText(first.error)}` });
      }
      return imported;
    };
    return () => {
      editor.importForeignFiles = null;
    };
  }, [editor, assets, sceneId, client, t, toast, errorText]);
}
