import { useEffect } from 'react';
import { useApi } from '../../api/provider.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { bringFiles, filesElsewhere } from '../commands/bring-files.ts';
import { useEditorSession } from './use-editor.tsx';
import { useWords } from './use-words.ts';

/** Copies the files of nodes that are pasted from another workspace, and reports failed copies. */
export function useForeignFiles(): void {
  const { editor, assets, sceneId } = useEditorSession();
  const { client } = useApi();
  const { t } = useWords();
  const toast = useToast();
  const errorText = useErrorText();
  useEffect(() => {
    const port = {
      isHere: (iri: string) => assets.get().has(iri),
      copy: async (iri: string) => {
        const copied = await client.call('copyAsset', {
          params: { id: iri },
          body: { composition: sceneId },
        });
        assets.set(copied);
        return copied['@id'];
      },
    };
    editor.bringFiles = async (text) => {
      const count = filesElsewhere(text, port).length;
      if (count > 0) {
        toast({ kind: 'info', text: t('paste.files', { count }) });
      }
      const { text: brought, refused } = await bringFiles(text, port);
      const [first] = refused;
      if (first) {
        const lost = t('paste.filesLeft', { count: refused.length });
        toast({ kind: 'warning', text: `${lost} ${errorText(first.error)}` });
      }
      return brought;
    };
    return () => {
      editor.bringFiles = null;
    };
  }, [editor, assets, sceneId, client, t, toast, errorText]);
}
