import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { Popover } from '../../../components/popover/popover.tsx';
import primitives from '../../../components/primitives.module.css';
import { useLibrary } from '../../../library/use-library.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { hoverPreviewProps, useHoverPreview } from '../../hooks/use-hover-preview.ts';
import { useShelfSide } from '../../hooks/use-media.ts';
import type { ScenePreview } from '../../kernels/scene-preview.ts';
import classes from './picture-control.module.css';

type Shelf = NonNullable<Extract<FieldSpec, { kind: 'picture' }>['shelf']>;

type Choice = {
  onChoose: (iri: string) => void;
  /** Preview of a picture, shown while it is hovered. */
  previewOf: (iri: string) => ScenePreview;
};

/** Button with a popover of the pictures of a library shelf. */
export function PictureShelf({
  shelf,
  label,
  icon,
  isDisabled,
  onChoose,
  previewOf,
}: Choice & {
  shelf: Shelf;
  label: string;
  icon: ReactNode;
  isDisabled: boolean;
}) {
  const { t } = useEditorTranslations();
  const side = useShelfSide();
  const [isOpen, setIsOpen] = useState(false);
  const name = t('picture.choose', { field: label });
  return (
    <Popover
      label={name}
      side={side}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton size="small" label={name} icon={icon} disabled={isDisabled} />}
    >
      <div className="grid overflow-y-auto w-[17rem] max-h-[22rem] gap-2">
        {([true, false] as const).map((isMine) => (
          <Pictures
            key={String(isMine)}
            shelf={shelf}
            isMine={isMine}
            previewOf={previewOf}
            onChoose={(iri) => {
              onChoose(iri);
              setIsOpen(false);
            }}
          />
        ))}
      </div>
    </Popover>
  );
}

/** Pictures of the scene's workspace, or of the public library. */
function Pictures({ shelf, isMine, onChoose, previewOf }: Choice & { shelf: Shelf; isMine: boolean }) {
  const { account } = useEditorSession();
  const { t } = useEditorTranslations();
  const hoverPreview = useHoverPreview();
  const list = useLibrary({ shelf, isMine, account, category: null, words: '' });
  // The public library has no sounds.
  const isBare = shelf === 'sounds' && list.members?.length === 0;
  if (isBare && isMine) {
    return <p className={primitives.note}>{t('picture.noSounds')}</p>;
  }
  if (isBare || (isMine && !list.members?.length)) {
    return null;
  }
  if (!list.members && list.error !== undefined) {
    return <p className={primitives.note}>{t('picture.unreachable')}</p>;
  }
  // A new installation may still be creating its default content.
  if (!list.members || list.members.length === 0) {
    return <Spinner />;
  }
  return (
    <>
      <ul className={classes.grid} data-named={shelf === 'sounds' || undefined}>
        {list.members.map(({ asset, ...item }) => (
          <li key={item['@id']}>
            <button
              type="button"
              className={classes.item}
              title={item.name}
              aria-label={item.name}
              disabled={!asset}
              onClick={() => asset && onChoose(asset)}
              {...(asset && hoverPreviewProps(hoverPreview, () => previewOf(asset)))}
            >
              {item.thumbnailUrl ? <img src={item.thumbnailUrl} alt="" loading="lazy" /> : item.name}
            </button>
          </li>
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
    </>
  );
}
