import { Box, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Confirm } from '../../components/modal/confirm.tsx';
import { Modal } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorText } from '../../hooks/use-error-text.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { type LibraryThing, useLibraryCategories } from '../../library/use-library.ts';
import classes from './thing-dialog.module.css';
import { shelfOf, useInNewScene } from './use-in-new-scene.ts';

type Props = { thing: LibraryThing; onClose: () => void; onRemoved: () => void };

/** What is to be known of a thing of the library, and what can be done with it. */
export function ThingDialog({ thing, onClose, onRemoved }: Props) {
  const { t } = useLibraryWords();
  const { isBusy, submit } = useInNewScene(thing);
  const [isRemoving, setIsRemoving] = useState(false);
  const removal = useRemoval(thing, () => {
    onClose();
    onRemoved();
  });
  const name = thing.name ?? '';
  return (
    <Modal
      size="large"
      title={name}
      {...(thing.description ? { text: thing.description } : {})}
      onClose={onClose}
      footer={
        <>
          {thing.permission === 'edit' && (
            <Button
              variant="ghost"
              icon={<Trash2 size={16} aria-hidden="true" />}
              isLoading={removal.isBusy}
              onClick={() => setIsRemoving(true)}
            >
              {t('library.remove')}
            </Button>
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
      {isRemoving && (
        <Confirm
          title={t('library.remove.title', { name })}
          text={t('library.remove.text')}
          confirmLabel={t('library.remove')}
          isDangerous
          onConfirm={removal.submit}
          onClose={() => setIsRemoving(false)}
        />
      )}
    </Modal>
  );
}

function Facts({ thing }: { thing: LibraryThing }) {
  const { t, language } = useLibraryWords();
  const categories = useLibraryCategories(shelfOf(thing));
  const category = categories.find(({ uuid }) => thing.category?.endsWith(uuid));
  const { bounds, triangles, credit } = thing;
  const metres = (axis: 0 | 1 | 2) =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(
      bounds ? bounds.max[axis] - bounds.min[axis] : 0,
    );
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

function useRemoval(thing: LibraryThing, onRemoved: () => void) {
  const { t } = useLibraryWords();
  const { client } = useApi();
  const toast = useToast();
  const errorText = useErrorText();
  return useSubmit(
    async () => {
      await client.call('deleteLibraryItem', { params: { shelf: shelfOf(thing), id: thing.uuid } });
      toast({ kind: 'info', text: t('library.removed', { name: thing.name ?? '' }) });
      onRemoved();
    },
    (error) => toast({ kind: 'error', text: errorText(error) }),
  );
}
