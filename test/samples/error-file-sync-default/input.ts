'use workflow';

export default () => 1;
