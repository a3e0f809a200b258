/**
 * The sales contract between a seller and a buyer, in English and Chinese. This is a template. It is not legal advice: the operator must have
 * it checked by a lawyer before real sales. A changed text needs a new version, because orders keep the text that was accepted.
 */

export type Bilingual = { en: string; zh: string };
export type Clause = { title: Bilingual; text: Bilingual };

export const CONTRACT_VERSION = 3;

/** Texts contain placeholders such as {buyer}. */
export const CONTRACT_CLAUSES: readonly Clause[] = [
  {
    title: { en: 'Parties', zh: '双方当事人' },
    text: {
      en: 'Seller: {sellers}. Buyer: {buyer}. {operator} runs the marketplace, holds the payments as agent of the seller and is not a party to the sale.',
      zh: '卖方：{sellers}。买方：{buyer}。{operator}经营本交易平台，作为卖方的代理人代收款项，不是本买卖合同的当事人。',
    },
  },
  {
    title: { en: 'Car', zh: '车辆' },
    text: {
      en: 'The seller sells the buyer, in order {order}: {cars}.',
      zh: '卖方在订单 {order} 中向买方出售：{cars}。',
    },
  },
  {
    title: { en: 'Price', zh: '价格' },
    text: {
      en: 'The total is {total}. It consists of: car {price}, tax {tax}, fees {fees}. All amounts are in US dollars. The buyer bears the bank charges of a transfer and sends it so that the full amount arrives. A shortfall within the tolerance of the order terms (version {terms}) is waived.',
      zh: '总价为 {total}，其中：车辆 {price}，税费 {tax}，手续费 {fees}。所有金额均以美元计。转账产生的银行费用由买方承担，买方应确保款项足额到账。差额在订单条款（版本 {terms}）规定的容许范围内的，予以免除。',
    },
  },
  {
    title: { en: 'Payment', zh: '付款' },
    text: {
      en: 'The buyer pays: {plan}. Payments go only through the marketplace, or to the bank account on its pro-forma invoice. A payment to any other account does not count.',
      zh: '买方付款安排：{plan}。款项只能通过本平台支付，或汇入平台形式发票上列明的银行账户。向其他账户付款不视为已付款。',
    },
  },
  {
    title: { en: 'Delivery', zh: '交付' },
    text: {
      en: 'The car is delivered by the trade term (Incoterms 2020) on the pro-forma invoice or invoice of this order. If none is named, the buyer collects the car where it stands. Risk passes by that term, and on collection if none is named. The car is handed over only after everything is paid.',
      zh: '车辆按本订单形式发票或发票上注明的贸易术语（Incoterms 2020）交付。未注明的，由买方在车辆所在地自行提车。风险按该术语转移；未注明的，自提车时转移。全部款项付清后方可交车。',
    },
  },
  {
    title: { en: 'Condition', zh: '车况' },
    text: {
      en: 'The car is used. The seller promises that it exists, that it belongs to the seller or may be sold by the seller, that it is free of rights of others, and that it is as described in its listing and inspection report when the order was made. The buyer reports a difference with evidence within {claimDays} days of receiving the car, by a claim on the page of the order.',
      zh: '本车为二手车。卖方保证：车辆真实存在，归卖方所有或卖方有权出售，不存在他人权利，并与下单时的车辆信息及检测报告相符。买方发现不符的，应在收车后 {claimDays} 日内在订单页面提出索赔并附证据。',
    },
  },
  {
    title: { en: 'Cancellation', zh: '取消' },
    text: {
      en: 'The order is canceled by the rules of the marketplace in force when it was made (terms version {terms}). {cancel} If the balance is not paid in time, the order is canceled, the car is released and {keptUnpaid} is kept. Once the right to cancel has ended, only a claim gives money back; if it gives back all of it, the car is returned first.',
      zh: '订单按下单时有效的平台规则（条款版本 {terms}）取消。{cancel}余款未按时支付的，取消订单、释放车辆并扣留 {keptUnpaid}。取消权终止后，仅可通过索赔退款；全额退款的，须先退还车辆。',
    },
  },
  {
    title: { en: 'Law and disputes', zh: '法律适用与争议解决' },
    text: {
      en: 'The parties first try to settle a dispute in writing through the marketplace. Law that applies: {law}.',
      zh: '双方应首先通过本平台以书面方式协商解决争议。适用法律：{law}。',
    },
  },
  {
    title: { en: 'Form and languages', zh: '形式与语言' },
    text: {
      en: 'Both parties accept this contract online. The record keeps who accepted which text and when. If the two languages differ, the English text applies.',
      zh: '双方在线接受本合同，系统记录何人于何时接受何文本。中英文文本不一致的，以英文文本为准。',
    },
  },
];

export const NO_LAW: Bilingual = {
  en: 'not named by the operator; the rules of private international law decide',
  zh: '经营者未指定，依国际私法规则确定',
};
