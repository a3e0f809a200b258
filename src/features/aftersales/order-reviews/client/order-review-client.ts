import type { ApiClient } from '#lib/api-client/api-client.ts';
import type { FormAction } from '#lib/pages/form-action.ts';
import { orderReviewCalls } from '../../aftersales-calls.ts';
import type { OrderReviewsResponse, SellerOrderReviews } from '../model/order-review-contract.ts';

/** Fetches the reviews of an order; null if the caller may not see them. */
export function fetchOrderReviews(api: ApiClient, orderId: string | number): Promise<OrderReviewsResponse | null> {
  return api.findPermitted(orderReviewCalls.read, { params: { id: orderId } });
}

export function fetchSellerOrderReviews(api: ApiClient, sellerId: number): Promise<SellerOrderReviews> {
  return api.call(orderReviewCalls.ofSeller, { params: { id: sellerId } });
}

const write: FormAction = async ({ api, t, values: { order = '', about = '', rating = '', text = '' } }) => {
  if (rating === '') return { done: false, fields: { rating: t('orderReview.starsMissing') } };
  await api.call(orderReviewCalls.write, {
    params: { id: order },
    body: { about: String(about), rating: Number(rating), text },
  });
  return { done: true, message: t('orderReview.saved') };
};

const moderate =
  (action: 'hide' | 'show'): FormAction =>
  async ({ api, t, values: { id = '', reason = '' } }) => {
    await api.call(orderReviewCalls[action], { params: { id }, body: { reason } });
    return { done: true, message: t(`orderReview.${action}.done`) };
  };

export const orderReviewActions: Record<string, FormAction> = { 'review order': write };
/** Form actions of the operator. */
export const orderReviewModeration: Record<string, FormAction> = {
  'hide order review': moderate('hide'),
  'show order review': moderate('show'),
};
