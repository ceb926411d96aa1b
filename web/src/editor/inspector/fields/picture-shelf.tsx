import { type ReactNode, useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { Popover } from '../../../components/popover/popover.tsx';
import { useLibrary } from '../../../library/use-library.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { fittingOn, useFitting } from '../../hooks/use-fitting.ts';
import { useShelfSide } from '../../hooks/use-media.ts';
import { useWords } from '../../hooks/use-words.ts';
import type { Trial } from '../../kernels/try-on.ts';
import classes from './picture-control.module.css';

type Shelf = 'textures' | 'hdris' | 'fonts';

type Choice = {
  onChoose: (iri: string) => void;
  /** Preview of a picture, shown while it is hovered. */
  tryOn: (iri: string) => Trial;
};

/** Button with a popover of the pictures of a library shelf. */
export function PictureShelf({
  shelf,
  label,
  icon,
  isDisabled,
  onChoose,
  tryOn,
}: Choice & {
  shelf: Shelf;
  label: string;
  icon: ReactNode;
  isDisabled: boolean;
}) {
  const { t } = useWords();
  const side = useShelfSide();
  const [isOpen, setIsOpen] = useState(false);
  const name = t('picture.choose', { field: label });
  return (
    <Popover
      label={name}
      side={side}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={<IconButton size="small" tip="none" label={name} icon={icon} disabled={isDisabled} />}
    >
      <div className={classes.shelf}>
        {([true, false] as const).map((isMine) => (
          <Pictures
            key={String(isMine)}
            shelf={shelf}
            isMine={isMine}
            tryOn={tryOn}
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
function Pictures({ shelf, isMine, onChoose, tryOn }: Choice & { shelf: Shelf; isMine: boolean }) {
  const { account } = useEditorSession();
  const { t } = useWords();
  const fitting = useFitting();
  const list = useLibrary({ shelf, isMine, account, category: null, words: '' });
  if (isMine && !list.members?.length) {
    return null;
  }
  if (!list.members && list.error !== undefined) {
    return <p className={classes.note}>{t('picture.unreachable')}</p>;
  }
  // A new installation may still be creating its default content.
  if (!list.members || list.members.length === 0) {
    return <Spinner />;
  }
  return (
    <>
      <ul className={classes.grid}>
        {list.members.map(({ asset, ...thing }) => (
          <li key={thing['@id']}>
            <button
              type="button"
              className={classes.thing}
              title={thing.name}
              aria-label={thing.name}
              disabled={!asset}
              onClick={() => asset && onChoose(asset)}
              {...(asset && fittingOn(fitting, () => tryOn(asset)))}
            >
              {thing.thumbnailUrl && <img src={thing.thumbnailUrl} alt="" loading="lazy" />}
            </button>
          </li>
        ))}
      </ul>
      {list.hasMore && <LoadMore list={list} />}
    </>
  );
}
