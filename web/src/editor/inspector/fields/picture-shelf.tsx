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
  /** How the scene would be with a picture: it is shown while that is pointed at. */
  tryOn: (iri: string) => Trial;
};

/** A button from which the pictures of a shelf of the library hang. */
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

/** Those of the scene's workspace, or those for everybody. */
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
  // A product that has just begun is still making what it brings along.
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
