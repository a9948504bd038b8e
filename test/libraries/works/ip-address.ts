import { Address4, Address6 } from 'ip-address';
import ipaddr from 'ipaddr.js';
import { echo } from '../echo.ts';

export async function program() {
  'use workflow';
  return [
    new Address4(await echo('192.168.1.1/24')).isInSubnet(new Address4('192.168.0.0/16')),
    new Address6('::1').canonicalForm(),
    ipaddr.parse('10.0.0.1').range(),
  ];
}
