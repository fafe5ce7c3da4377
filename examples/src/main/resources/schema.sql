create table if not exists orders (
  number    int primary key,
  customer  text not null,
  euros     int not null,
  shipped   boolean not null default false
);
create table if not exists revenue (
  customer  text primary key,
  euros     bigint not null
);
