import { ORDER_FILTERS, type OrderFilter } from '@diorama/shared/contract/operators.ts';
import { formatMoney, formatPrice } from '@diorama/shared/i18n/format.ts';
import { PLAN_PRICES, type PlanPrice } from '@diorama/shared/plans.ts';
import { Receipt, Search } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useList } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { Button } from '../../../components/button/button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { Pending } from '../../../components/feedback/pending.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { SearchField } from '../../../components/field/search-field.tsx';
import { TextField } from '../../../components/field/text-field.tsx';
import { LoadMore } from '../../../components/load-more.tsx';
import primitives from '../../../components/primitives.module.css';
import { Select } from '../../../components/select/select.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useDebounced } from '../../../hooks/use-debounced.ts';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useWhileVisible } from '../use-while-visible.ts';
import { DiscountDialog } from './discount-dialog.tsx';
import { DiscountRow } from './discount-row.tsx';
import { OperationDialog } from './operation-dialog.tsx';
import { type OrderItem, planNameOf, refundableOf } from './order-labels.ts';
import { OrderRow } from './order-row.tsx';
import classes from './payments.module.css';
import { Revenue } from './revenue.tsx';
import { usePriceLabel } from './use-price-label.ts';

const AMOUNT = /^\d{1,9}([.,]\d{1,2})?$/;

const CENTS = 100;

const LOOK_AGAIN_MS = 10_000;

const SEARCH_WAIT_MS = 200;
const FILTERS = ['all', ...ORDER_FILTERS] as const;

/** Revenue by month, and all orders with their actions. `?state=` filters the orders. */
export function PaymentsTab() {
  const { t } = useTranslations('operators');
  const id = useId();
  const [query, setQuery] = useSearchParams();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), SEARCH_WAIT_MS);
  const state = FILTERS.find((known) => known === query.get('state')) ?? 'all';
  const setState = (next: 'all' | OrderFilter) =>
    setQuery({ tab: 'payments', ...(next !== 'all' && { state: next }) }, { replace: true });
  return (
    <div className="flex flex-col gap-8">
      <Revenue />
      <DiscountsSection />
      <section className={primitives.stack3} aria-labelledby={id}>
        <h2 id={id} className={primitives.text14}>
          {t('orders.title')}
        </h2>
        <div className={primitives.bar}>
          <div className={classes.search}>
            <SearchField label={t('orders.search')} value={text} onChange={setText} />
          </div>
          <div className="w-[13rem] max-md:w-full">
            <Select
              label={t('orders.filter')}
              value={state}
              options={FILTERS.map((value) => ({ value, label: t(`orders.filter.${value}`) }))}
              onChange={setState}
            />
          </div>
        </div>
        <OrderList search={search} state={state === 'all' ? null : state} />
      </section>
    </div>
  );
}

/** Discount codes of operators, newest first, and a button for another one. */
function DiscountsSection() {
  const { t } = useTranslations('operators');
  const id = useId();
  const [isMaking, setIsMaking] = useState(false);
  const list = useList('listDiscounts', { query: {} });
  const { members } = list;
  return (
    <section className={primitives.stack3} aria-labelledby={id}>
      <div className={primitives.bar}>
        <h2 id={id} className={primitives.text14}>
          {t('codes.title')}
        </h2>
        <Button size="small" onClick={() => setIsMaking(true)}>
          {t('codes.new')}
        </Button>
      </div>
      {members === undefined && (
        <Pending of={list} title={t('codes.error')} placeholder={<Skeleton height="6rem" />} />
      )}
      {members?.length === 0 && <p className={classes.note}>{t('codes.none')}</p>}
      {members !== undefined && members.length > 0 && (
        <ul className={primitives.card} aria-label={t('codes.title')}>
          {members.map((discount) => (
            <DiscountRow key={discount.uuid} discount={discount} onEnded={list.reload} />
          ))}
        </ul>
      )}
      {list.hasMore && <LoadMore list={list} />}
      {isMaking && <DiscountDialog onDone={list.reload} onClose={() => setIsMaking(false)} />}
    </section>
  );
}

/** Orders, newest first, with the dialogs about one of them. */
function OrderList({ search, state }: { search: string; state: OrderFilter | null }) {
  const { t } = useTranslations('operators');
  const [asking, setAsking] = useState<{ about: 'refund' | 'accept'; order: OrderItem } | null>(null);
  const list = useList('listOperatorOrders', {
    query: { ...(search !== '' && { q: search }), ...(state !== null && { state }) },
  });
  useWhileVisible(list.reload, LOOK_AGAIN_MS);
  const { members } = list;
  if (members === undefined) {
    return <Pending of={list} title={t('orders.error')} placeholder={<Skeleton height="20rem" />} />;
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
        <ul className={primitives.card} aria-label={t('orders.list')}>
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
  const { t } = useTranslations('operators');
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

/** Accepts an order held for an operator; if its price no longer exists, asks for another one. */
function AcceptDialog({
  order,
  onDone,
  onClose,
}: {
  order: OrderItem;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, language } = useTranslations('operators');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const priceLabel = usePriceLabel();
  const [price, setPrice] = useState(() => priceLike(order));
  const { uuid, workspace: name = '', totalAmount = 0, currency = 'USD', held, taken } = order;
  const isAboutPrice = held === 'price';
  const money = formatMoney(language, taken?.amount ?? totalAmount, taken?.currency ?? currency);

  const { isBusy, submit } = useSubmit(async () => {
    await client.call('acceptOrder', {
      params: { id: uuid },
      body: isAboutPrice ? { planPrice: price } : {},
    });
    toast({ kind: 'success', text: t('accept.done', { name }) });
    onDone();
    onClose();
  }, showError);
  const nameOf = (one: PlanPrice) => `${priceLabel(one)} · ${formatPrice(language, one.price, currency)}`;

  return (
    <OperationDialog
      title={t(isAboutPrice ? 'accept.price.title' : 'accept.amount.title', { taken: money })}
      text={
        isAboutPrice ? t('accept.price.text') : t('accept.amount.text', { plan: planNameOf(order) ?? '' })
      }
      confirm={{ label: t('accept.confirm'), variant: 'primary' }}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {isAboutPrice && (
        <Select
          label={t('accept.price.label')}
          value={price}
          options={PLAN_PRICES.map((one) => ({ value: one.uuid, label: nameOf(one) }))}
          onChange={setPrice}
        />
      )}
    </OperationDialog>
  );
}

/** Price with the paid amount, which is probably the intended one. */
function priceLike({ taken, totalAmount }: OrderItem): string {
  const paid = taken?.amount ?? totalAmount;
  return (PLAN_PRICES.find((one) => one.price === paid) ?? PLAN_PRICES[0])?.uuid ?? '';
}

/** Asks for the amount of a refund; the whole order by default. */
function RefundDialog({
  order,
  onDone,
  onClose,
}: {
  order: OrderItem;
  onDone: () => void;
  onClose: () => void;
}) {
  const { t, language } = useTranslations('operators');
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const most = refundableOf(order);
  const isHeld = order.held === 'amount';
  const currency = (isHeld ? order.taken?.currency : order.currency) ?? 'USD';
  const [text, setText] = useState(writeAmount(most));
  const [isWrong, setIsWrong] = useState(false);
  const money = (cents: number) => formatMoney(language, cents, currency);
  const amount = isHeld ? most : parseAmount(text);
  const isAmount = amount !== null && amount > 0 && amount <= most;

  const { isBusy, submit } = useSubmit(async () => {
    if (!isAmount) {
      setIsWrong(true);
      return;
    }
    const body = amount === most ? {} : { amount };
    await client.call('refundOrder', { params: { id: order.uuid }, body });
    toast({ kind: 'success', text: t('refund.done', { amount: money(amount) }) });
    onDone();
    onClose();
  }, showError);

  return (
    <OperationDialog
      title={t('refund.title', { name: order.workspace ?? '' })}
      text={t(isHeld ? 'refund.text.held' : 'refund.text', { amount: money(most) })}
      confirm={{
        label: isAmount ? t('refund.confirm', { amount: money(amount) }) : t('refund.confirm.empty'),
        variant: 'danger',
      }}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {!isHeld && (
        <TextField
          label={t('refund.amount', { currency })}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={
            isWrong && !isAmount
              ? t('refund.amount.wrong', { least: money(1), most: money(most) })
              : undefined
          }
          onChange={(event) => setText(event.target.value)}
        />
      )}
    </OperationDialog>
  );
}

/** Parses an amount into cents: `12.5` and `12,50` are 1250; null for anything else. */
export function parseAmount(text: string): number | null {
  const trimmed = text.trim();
  return AMOUNT.test(trimmed) ? Math.round(Number(trimmed.replace(',', '.')) * CENTS) : null;
}

/** Formats cents for editing: 1250 is `12.50`. */
export function writeAmount(cents: number): string {
  return (cents / CENTS).toFixed(2);
}
