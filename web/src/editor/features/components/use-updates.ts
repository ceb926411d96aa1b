import type { ComponentVersion } from '@diorama/shared/scene/copies/place-component.ts';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import type { SceneComponent } from './model/components.ts';
import { isChangedHere, updateComponents } from './model/library-components.ts';
import type { ComponentLibrary, ShelfVersion } from './use-component-library.ts';

/** A component of the scene with the newer version that its library has. */
export type Update = { component: SceneComponent; newest: ShelfVersion };

/** Updates that wait for the user, as they would replace changes of this scene. */
type Asked = { versions: readonly ComponentVersion[]; names: string };

/** The components that have a newer version. */
export function updatesOf(components: readonly SceneComponent[], library: ComponentLibrary): Update[] {
  return components.flatMap((component) => {
    const newest = library.newest(component.link?.item);
    return newest && component.link && newest.number > component.link.version ? [{ component, newest }] : [];
  });
}

/** Replaces components by their newest versions; asks first where they were changed in the scene. */
export function useUpdates(library: ComponentLibrary): {
  isBusy: boolean;
  update: (updates: readonly Update[]) => void;
  asked: Asked | null;
  confirm: () => void;
  cancel: () => void;
} {
  const editor = useEditor();
  const { t } = useTranslations('components');
  const toast = useToast();
  const showError = useErrorToast();
  const [asked, setAsked] = useState<Asked | null>(null);
  const apply = (versions: readonly ComponentVersion[]) => {
    if (editor.isReadOnly.value) {
      return;
    }
    const outcome = updateComponents(editor, versions);
    if (outcome.kind !== 'done') {
      toast({ kind: 'warning', text: t(`components.update.${outcome.kind}`) });
      return;
    }
    const updated = t('components.updated', { count: versions.length });
    const text =
      outcome.lost === 0 ? updated : `${updated} ${t('components.updated.lost', { count: outcome.lost })}`;
    toast({ kind: outcome.lost === 0 ? 'success' : 'warning', text });
  };
  const { isBusy, submit } = useSubmit(
    async (updates: readonly Update[]) => {
      const versions: ComponentVersion[] = [];
      const changed: string[] = [];
      for (const { component, newest } of updates) {
        const item = newest.item;
        versions.push(await library.read({ item, version: newest.number }));
        // Without the version that it came from, changes cannot be excluded.
        const base = await unlessGone(library.read({ item, version: component.link?.version ?? 0 }));
        if (!base || isChangedHere(editor, item, base.content)) {
          changed.push(component.name);
        }
      }
      if (changed.length > 0) {
        setAsked({ versions, names: changed.join(', ') });
      } else {
        apply(versions);
      }
    },
    (error) => {
      // The item may have been deleted a moment ago.
      library.reload();
      if (isGone(error)) {
        toast({ kind: 'warning', text: t('components.update.gone') });
      } else {
        showError(error);
      }
    },
  );
  return {
    isBusy,
    update: submit,
    asked,
    confirm: () => {
      apply(asked?.versions ?? []);
      setAsked(null);
    },
    cancel: () => setAsked(null),
  };
}

async function unlessGone(read: Promise<ComponentVersion>): Promise<ComponentVersion | null> {
  try {
    return await read;
  } catch (error) {
    if (isGone(error)) {
      return null;
    }
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
