import { EOL } from 'node:os';

const seen: string[] = [];
const Injectable = () => (target: Function) => void seen.push(target.name);
const Param = (name: string) => (_target: object, key: string | symbol | undefined) => void seen.push(`${String(key)} ${name}`);
/** The parameters of a step belong to the step: the workflow view has neither them nor their decorators. */
const Quiet = (): void => {};
const Prop = (_target: object, key: string) => void seen.push(key);

export class Mailer {
  host = 'mail';
}

@Injectable()
export class Orders {
  @Prop size = 1;
  constructor(@Param('mailer') readonly mailer: Mailer) {}
  @Prop
  static async charge(@Quiet order: string): Promise<string> {
    'use step';
    return `${order} ${EOL.length}`;
  }
}

export async function flow(order: string) {
  'use workflow';
  return [await Orders.charge(order), new Orders(new Mailer()).mailer.host, seen];
}
