import { useToast } from '../components/toast/toast.tsx';
import type { ImportFile } from '../files/import-set.ts';
import { useLibraryTranslations } from '../hooks/use-library-translations.ts';
import type { MaterialFiles } from './group-maps.ts';
import { planMaterials } from './plan-materials.ts';

/** Sorts files into materials and reports the ignored ones in a toast. */
export function usePlanMaterials(): (files: readonly ImportFile[]) => Promise<MaterialFiles[]> {
  const { t } = useLibraryTranslations();
  const toast = useToast();
  return async (given) => {
    const { materials, unused, pictureless } = await planMaterials(given);
    if (unused.length > 0) {
      toast({ kind: 'info', text: t('upload.unused', { names: namesOf(unused) }) });
    }
    if (pictureless.length > 0) {
      toast({ kind: 'info', text: t('upload.pictureless', { names: namesOf(pictureless) }) });
    }
    return materials;
  };
}

function namesOf(files: readonly File[]): string {
  return files.map(({ name }) => name).join(', ');
}
