import type { OrderFilter } from '@diorama/shared/contract/operators.ts';
import { Receipt, Search } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/hooks.ts';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import { useOperatorTranslations } from '../../../hooks/use-operator-translations.ts';
import { useWhileVisible } from '../use-while-visible.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import type { OrderItem } from './order-labels.ts';
import { OrderRow } from './order-row.tsx';
import classes from './payments.module.css';
import { RefundDialog } from './refund-dialog.tsx';

const LOOK_AGAIN_MS = 10_000;

/** Orders, newest first, with the dialogs about one of them. */
export function OrderList({ search, state }: { search: string; state: OrderFilter | null }) {
  const { t } = useOperatorTranslations();
  const [asking, setAsking] = useState<{ about: 'refund' | 'accept'; order: OrderItem } | null>(null);
  const list = useList('listOperatorOrders', {
    query: { ...(search !== '' && { q: search }), ...(state !== null && { state }) },
  });
  useWhileVisible(list.reload, LOOK_AGAIN_MS);
  const { members } = list;
  if (members === undefined) {
    return list.error === undefined ? (
      <Skeleton height="20rem" />
    ) : (
      <ErrorState error={list.error} title={t('orders.error')} onRetry={list.reload} />
    );
  }
  const dialog = { onClose: () => setAsking(null), onDone: list.reload };
  return (
    <>
      <p className={classes.note} role="status">
        {t('orders.count', { count: list.totalItems })}
      </p>
      {members.length === 0 ? (
        <NoOrders search={search} />
      ) : (
        <ul className={classes.list} aria-label={t('orders.list')}>
          {members.map((order) => (
            <OrderRow
              key={order.uuid}
              order={order}
              onRefund={() => setAsking({ about: 'refund', order })}
              onAccept={() => setAsking({ about: 'accept', order })}
            />
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore list={list} />}
      {asking?.about === 'refund' && <RefundDialog order={asking.order} {...dialog} />}
      {asking?.about === 'accept' && <AcceptDialog order={asking.order} {...dialog} />}
    </>
  );
}

function NoOrders({ search }: { search: string }) {
  const { t } = useOperatorTranslations();
  return search === '' ? (
    <EmptyState
      picture={<Receipt size={40} strokeWidth={1.25} aria-hidden="true" />}
      title={t('orders.empty.title')}
      text={t('orders.empty.text')}
    />
  ) : (
    <EmptyState
      picture={<Search size={40} strokeWidth={1.25} aria-hidden="true" />}
      title={t('orders.none.title', { query: search })}
      text={t('orders.none.text')}
    />
  );
}
