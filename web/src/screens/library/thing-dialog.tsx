import { Box, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { type LibraryThing, useLibraryCategories } from '../../library/use-library.ts';
import { isOwnFile, RemoveThing } from './remove-thing.tsx';
import { RenameThing } from './rename-thing.tsx';
import classes from './thing-dialog.module.css';
import { shelfOf, useInNewScene } from './use-in-new-scene.ts';

type Props = { thing: LibraryThing; onClose: () => void; onChanged: () => void };

/** Details of a library item, with its actions. */
export function ThingDialog({ thing, onClose, onChanged }: Props) {
  const { t } = useLibraryWords();
  const { isBusy, submit } = useInNewScene(thing);
  const [asked, setAsked] = useState<'name' | 'removal' | null>(null);
  const isManager = useWorkspace()?.role !== 'guest';
  const isMine = thing.permission === 'edit' || (isManager && isOwnFile(thing));
  const changed = () => {
    onClose();
    onChanged();
  };
  return (
    <Modal
      size="large"
      title={thing.name ?? ''}
      {...(thing.description ? { text: thing.description } : {})}
      onClose={onClose}
      footer={
        <>
          {isMine && (
            <>
              <Button
                variant="ghost"
                icon={<Trash2 size={16} aria-hidden="true" />}
                onClick={() => setAsked('removal')}
              >
                {t(isOwnFile(thing) ? 'library.delete' : 'library.remove')}
              </Button>
              <Button
                variant="ghost"
                icon={<Pencil size={16} aria-hidden="true" />}
                onClick={() => setAsked('name')}
              >
                {t('library.rename')}
              </Button>
            </>
          )}
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden="true" />}
            isLoading={isBusy}
            onClick={submit}
          >
            {t('library.use')}
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <div className={classes.picture}>
          {thing.thumbnailUrl ? (
            <img src={thing.thumbnailUrl} alt="" />
          ) : (
            <Box size={48} strokeWidth={1} aria-hidden="true" />
          )}
        </div>
        <Facts thing={thing} />
      </div>
      {asked === 'removal' && (
        <RemoveThing thing={thing} onRemoved={changed} onClose={() => setAsked(null)} />
      )}
      {asked === 'name' && <RenameThing thing={thing} onRenamed={changed} onClose={() => setAsked(null)} />}
    </Modal>
  );
}

function Facts({ thing }: { thing: LibraryThing }) {
  const { t, language } = useLibraryWords();
  const categories = useLibraryCategories(shelfOf(thing));
  const category = categories.find(({ uuid }) => thing.category?.endsWith(uuid));
  const { bounds, triangles, credit } = thing;
  const metres = (axis: 0 | 1 | 2) => {
    const size = bounds ? bounds.max[axis] - bounds.min[axis] : 0;
    const digits = size < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
    return new Intl.NumberFormat(language, digits).format(size);
  };
  return (
    <div className={classes.facts}>
      {category && <p className={classes.category}>{category.name}</p>}
      {triangles ? <p>{t('library.triangles', { count: triangles })}</p> : null}
      {bounds && <p>{t('library.size', { width: metres(0), height: metres(1), depth: metres(2) })}</p>}
      {credit && (
        <p>
          {credit.licence
            ? t('library.licence', { author: credit.author, licence: credit.licence })
            : t('library.author', { author: credit.author })}
          {credit.url && (
            <>
              {' · '}
              <a href={credit.url} target="_blank" rel="noreferrer">
                {t('library.source')}
              </a>
            </>
          )}
        </p>
      )}
    </div>
  );
}
