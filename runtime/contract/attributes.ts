/** Small facts about a run by which it is found again, such as a customer or an order number. */
export type Attributes = Record<string, AttributeValue>;
export type AttributeValue = string | number | boolean;
