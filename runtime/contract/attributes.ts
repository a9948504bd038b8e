/** Facts by which a run is found again, such as a customer or an order number. */
export type Attributes = Record<string, AttributeValue>;
/** The value of one attribute. */
export type AttributeValue = string | number | boolean;
